-- Rows for every table that all released versions have: a person in Berlin with two devices.

INSERT INTO lists (id, name, description, color, icon, position, archived_at, created_at, updated_at,
  version)
VALUES
  ('0197c3a2-61b4-7c02-8d1f-5b7e90a4c2d6', 'Home', 'Flat, balcony and what grows there', 'green',
    'house', 1, NULL, '2026-01-04T18:00:00.000Z', '2026-01-04T18:00:00.000Z',
    '1767549600000_0000_9a6c21f0b84de713'),
  ('0197c3a2-6f02-7d41-9b3a-c81d4e7f2a60', 'Umzug 2025', NULL, NULL, NULL, 2,
    '2026-01-31T09:12:00.500Z', '2026-01-04T18:00:30.000Z', '2026-01-31T09:12:00.500Z',
    '1769850720500_0000_9a6c21f0b84de713');

INSERT INTO tags (id, name, color, created_at, updated_at, version)
VALUES
  ('0197c3aa-2b90-74d5-a7e3-18c6f05d9b42', 'Errands', 'orange', '2026-01-06T12:13:14.151Z',
    '2026-01-06T12:13:14.151Z', '1767701594151_0000_9a6c21f0b84de713'),
  ('0197c3aa-3d17-7b62-8f40-6ea2c9d05b81', 'Büro', NULL, '2026-01-06T12:14:00.000Z',
    '2026-01-06T12:14:00.000Z', '1767701640000_0000_9a6c21f0b84de713');

INSERT INTO tasks (row_key, id, list_id, title, body, notes, status, priority, estimated_minutes,
  due_date, due_time, planned_date, available_from, defer_count, last_deferred_at, defer_reason,
  recurrence_rule, recurrence_series_id, recurrence_occurrence_date, completed_at, archived_at,
  created_at, updated_at, content_version, schedule_version, lifecycle_version, archive_version,
  version)
VALUES
  (1, '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905', '0197c3a2-61b4-7c02-8d1f-5b7e90a4c2d6',
    'Water the balcony plants', 'Herbs a little, tomatoes a lot.', 'Not after rain.', 'completed',
    2, 15, '2026-03-02', '08:30', '2026-03-02', '2026-03-01', 1, '2026-03-01T17:45:00.220Z',
    'not_today', NULL, '0197b04e-8c25-7a13-86f9-d0427e5ba1c8', '2026-03-01',
    '2026-03-02T08:15:42.316Z', NULL, '2026-02-27T22:00:00.000Z', '2026-03-02T08:15:42.316Z',
    '1772229600000_0000_9a6c21f0b84de713', '1772387100220_0000_9a6c21f0b84de713',
    '1772439342316_0003_9a6c21f0b84de713', '1772229600000_0000_9a6c21f0b84de713',
    '1772439342316_0003_9a6c21f0b84de713'),
  (2, '0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4', 'inbox', 'Buy potting soil', NULL, NULL, 'open', 1,
    NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    '2026-02-28T10:10:00.000Z', '2026-02-28T10:10:00.000Z', '1772273400000_0000_9a6c21f0b84de713',
    '1772273400000_0000_9a6c21f0b84de713', '1772273400000_0000_9a6c21f0b84de713',
    '1772273400000_0000_9a6c21f0b84de713', '1772273400000_0000_9a6c21f0b84de713'),
  -- Deleted row keys leave holes; search must not close them.
  (5, '0197b04e-8c25-7a13-86f9-d0427e5ba1c8', '0197c3a2-61b4-7c02-8d1f-5b7e90a4c2d6',
    'Steuererklärung prüfen', 'Belege für 2025 — Größe beachten', NULL, 'someday', NULL, 120,
    '2026-07-31', NULL, NULL, '2026-06-01', 0, NULL, NULL,
    '{"by_month":[7],"frequency":"yearly","interval":1}', NULL, NULL, NULL,
    '2026-03-02T21:10:05.351Z', '2026-01-10T08:00:00.000Z', '2026-03-02T21:10:05.351Z',
    '1768032000000_0000_9a6c21f0b84de713', '1768032000000_0001_9a6c21f0b84de713',
    '1768032000000_0000_9a6c21f0b84de713', '1772485805351_0000_00a1b2c3d4e5f607',
    '1772485805351_0000_00a1b2c3d4e5f607');

INSERT INTO task_checklist_items (id, task_id, title, position, completed_at, created_at,
  updated_at, version)
VALUES
  ('0197c3af-5f28-7da0-b46e-8c19e07d3a52', '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905', 'Fill the can',
    0, '2026-03-01T20:05:18.947Z', '2026-02-27T22:01:09.533Z', '2026-03-01T20:05:18.947Z',
    '1772395518947_0000_9a6c21f0b84de713'),
  ('0197c3af-6a90-7c14-9d2b-f0e8751b43ca', '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905', 'Herbs first',
    0, NULL, '2026-02-27T22:01:20.000Z', '2026-02-27T22:01:20.000Z',
    '1772229680000_0000_00a1b2c3d4e5f607');

INSERT INTO task_reminders (id, task_id, remind_at, local_time, time_zone, dismissed_at, created_at,
  updated_at, version)
VALUES
  ('0197c3b0-c4e1-7932-8a0d-63f5b7210e9c', '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905',
    '2026-03-02T07:00:00.000Z', '08:00', 'Europe/Berlin', '2026-03-02T07:03:27.775Z',
    '2026-02-27T22:02:30.468Z', '2026-03-02T07:03:27.775Z', '1772435007775_0000_9a6c21f0b84de713'),
  ('0197c3b0-d9b2-7e85-b617-208c4fa9d37e', '0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4',
    '2026-03-03T16:30:00.000Z', NULL, NULL, NULL, '2026-02-28T10:11:00.000Z',
    '2026-02-28T10:11:00.000Z', '1772273460000_0000_9a6c21f0b84de713');

INSERT INTO task_dependencies (task_id, depends_on_task_id, created_at, version)
VALUES ('0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905', '0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4',
  '2026-02-28T10:11:12.131Z', '1772273472131_0000_9a6c21f0b84de713');

INSERT INTO task_recurrence_exceptions (task_id, exception_date)
VALUES ('0197b04e-8c25-7a13-86f9-d0427e5ba1c8', '2027-07-31'),
  ('0197b04e-8c25-7a13-86f9-d0427e5ba1c8', '2028-07-31');

INSERT INTO task_tags (task_id, tag_id, created_at, version)
VALUES
  ('0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4', '0197c3aa-2b90-74d5-a7e3-18c6f05d9b42',
    '2026-02-28T10:12:55.602Z', '1772273575602_0000_9a6c21f0b84de713'),
  ('0197b04e-8c25-7a13-86f9-d0427e5ba1c8', '0197c3aa-3d17-7b62-8f40-6ea2c9d05b81',
    '2026-01-10T08:00:05.000Z', '1768032005000_0000_9a6c21f0b84de713');

INSERT INTO calendar_events (row_key, id, kind, title, description, location, url, color, all_day,
  start_date, start_time, end_date, end_time, time_zone, attendees, recurrence_rule,
  recurrence_generation, series_id, occurrence_date, occurrence_state, created_at, updated_at,
  content_version, recurrence_topology_version, version)
VALUES
  (1, '0197c3ab-19e6-7d37-8b50-7a94e3c1f206', 'event', 'Team stand-up', 'What moved, what is stuck.',
    'Café Zentral, 2nd floor', 'https://meet.example.org/stand-up?room=7', 'blue', 0, '2026-03-02',
    '09:30', NULL, '09:45', 'Europe/Berlin',
    '[{"email":"kai@example.org","name":null,"response":"needs_action"}]',
    '{"by_weekday":[1,3,5],"frequency":"weekly","interval":1,"until":"2026-12-18"}',
    '0197c3ab-19e6-7d38-a4c7-05f91bd26e83', NULL, NULL, NULL, '2026-02-26T16:04:11.050Z',
    '2026-03-01T19:22:08.664Z', '1772392928664_0002_9a6c21f0b84de713',
    '1772121851050_0000_9a6c21f0b84de713', '1772392928664_0002_9a6c21f0b84de713'),
  (2, '0197c3ab-57c0-7a2e-b9d1-4e60f38a7215', 'event', 'Team stand-up', NULL, NULL, NULL, 'blue', 0,
    '2026-03-06', '10:00', '2026-03-06', '10:00', 'Europe/Berlin', NULL, NULL,
    '0197c3ab-19e6-7d38-a4c7-05f91bd26e83', '0197c3ab-19e6-7d37-8b50-7a94e3c1f206', '2026-03-06',
    'changed', '2026-03-05T08:00:00.000Z', '2026-03-05T08:00:00.000Z',
    '1772697600000_0000_9a6c21f0b84de713', '1772121851050_0000_9a6c21f0b84de713',
    '1772697600000_0000_9a6c21f0b84de713'),
  (4, '0197c3ab-8e35-7f90-86a2-d17b05c94e3f', 'birthday', 'Noor', NULL, NULL, NULL, NULL, 1,
    '2024-02-29', NULL, NULL, NULL, NULL, NULL, '{"frequency":"yearly","interval":1}',
    '0197c3ab-8e35-7f91-a015-9c2e7b46d803', NULL, NULL, NULL, '2026-01-05T10:00:00.000Z',
    '2026-01-05T10:00:00.000Z', '1767607200000_0000_00a1b2c3d4e5f607',
    '1767607200000_0000_00a1b2c3d4e5f607', '1767607200000_0000_00a1b2c3d4e5f607');

INSERT INTO calendar_series_cutovers (id, series_id, recurrence_generation, cutover_date,
  successor_event_id, created_at, version)
VALUES ('0197c3ad-7714-7e80-92d5-a1f36c04b8e7', '0197c3ab-19e6-7d37-8b50-7a94e3c1f206',
  '0197c3ab-19e6-7d38-a4c7-05f91bd26e83', '2026-06-01', '0197c3ab-90d2-7068-b1fa-e52c6b08d743',
  '2026-03-01T19:25:30.912Z', '1772393130912_0000_9a6c21f0b84de713');

INSERT INTO task_calendar_event_links (task_id, calendar_event_id, created_at, version)
VALUES ('0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4', '0197c3ab-19e6-7d37-8b50-7a94e3c1f206',
  '2026-03-01T19:30:44.083Z', '1772393444083_0000_9a6c21f0b84de713');

INSERT INTO habits (id, name, cue, icon, color, frequency, target_count, start_date, position,
  archived, created_at, updated_at, version)
VALUES
  ('0197c3ac-3c05-7b94-9f21-d86e4a0753bc', 'Morning stretch', 'After the kettle is on',
    'figure.flexibility', 'teal', 'weekdays', 1, '2026-01-05', 0, 0, '2026-01-04T18:30:00.000Z',
    '2026-02-15T07:12:44.903Z', '1771139564903_0000_9a6c21f0b84de713'),
  ('0197c3ac-4810-7d2f-8c6e-03b9f5a7d142', 'Drink water', NULL, 'drop', 'blue', 'daily', 8, NULL, 1,
    0, '2026-01-04T18:30:30.000Z', '2026-01-04T18:30:30.000Z',
    '1767551430000_0000_9a6c21f0b84de713'),
  -- The name of an archived habit is free again.
  ('0197c3ac-4ef3-70b7-9a58-e7d2104c6f95', 'drink water', NULL, NULL, NULL, 'monthly', 240, NULL, 0,
    1, '2025-11-01T07:00:00.000Z', '2026-01-04T18:30:20.000Z',
    '1767551420000_0000_9a6c21f0b84de713');

INSERT INTO habit_weekdays (habit_id, weekday)
VALUES ('0197c3ac-3c05-7b94-9f21-d86e4a0753bc', 1), ('0197c3ac-3c05-7b94-9f21-d86e4a0753bc', 3),
  ('0197c3ac-3c05-7b94-9f21-d86e4a0753bc', 7);

INSERT INTO habit_completions (habit_id, completed_date, completion_count, note, created_at,
  updated_at, version)
VALUES
  ('0197c3ac-3c05-7b94-9f21-d86e4a0753bc', '2026-03-02', 1, 'Ten minutes, back feels better',
    '2026-03-02T06:20:15.442Z', '2026-03-02T06:20:15.442Z', '1772432415442_0000_9a6c21f0b84de713'),
  ('0197c3ac-4810-7d2f-8c6e-03b9f5a7d142', '2026-03-01', 0, NULL, '2026-03-01T09:00:00.000Z',
    '2026-03-01T09:00:04.250Z', '1772355604250_0000_9a6c21f0b84de713');

INSERT INTO habit_reminder_policies (id, habit_id, reminder_time, enabled, created_at, updated_at,
  version)
VALUES ('0197c3ac-5e17-7c2d-85a9-3b0f76d1e948', '0197c3ac-3c05-7b94-9f21-d86e4a0753bc', '06:15', 1,
  '2026-01-04T18:31:22.618Z', '2026-01-04T18:31:22.618Z', '1767551482618_0000_9a6c21f0b84de713');

INSERT INTO memories (id, key, content, created_at, updated_at, version)
VALUES ('0197c3ae-0a6d-7b41-8c9e-f2735d10e86b', 'working_hours',
  'No meetings before half past nine; Fridays end at two.', '2026-01-10T09:00:12.704Z',
  '2026-02-20T14:27:59.166Z', '1771597679166_0000_9a6c21f0b84de713');

INSERT INTO preferences (key, value, updated_at, version)
VALUES
  ('calendar.first_weekday', '"monday"', '2026-01-04T18:02:47.391Z',
    '1767549767391_0000_9a6c21f0b84de713'),
  ('focus.hours', '{"from":"09:00","to":"17:00"}', '2026-01-04T18:03:00.000Z',
    '1767549780000_0000_9a6c21f0b84de713');

INSERT INTO current_focus (date, briefing, time_zone, created_at, updated_at, version)
VALUES ('2026-03-02', 'Two short things before the stand-up.', 'Europe/Berlin',
  '2026-03-02T06:48:00.125Z', '2026-03-02T07:02:19.480Z', '1772434939480_0000_9a6c21f0b84de713');

INSERT INTO current_focus_items (date, task_id, position)
VALUES ('2026-03-02', '0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4', 0),
  ('2026-03-02', '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905', 1);

INSERT INTO focus_schedule (date, time_zone, created_at, updated_at, version)
VALUES ('2026-03-02', 'Europe/Berlin', '2026-03-02T06:49:31.007Z', '2026-03-02T06:55:02.519Z',
  '1772434502519_0000_9a6c21f0b84de713');

INSERT INTO focus_schedule_blocks (date, position, kind, start_minute, end_minute, title, task_id,
  calendar_event_id)
VALUES
  ('2026-03-02', 0, 'task', 510, 540, 'Buy potting soil', '0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4',
    NULL),
  ('2026-03-02', 1, 'event', 570, 585, 'Team stand-up', NULL,
    '0197c3ab-19e6-7d37-8b50-7a94e3c1f206'),
  ('2026-03-02', 2, 'break', 1380, 1440, NULL, NULL, NULL);

INSERT INTO daily_reviews (date, summary, mood, energy, wins, blockers, lessons, time_zone,
  created_at, updated_at, version)
VALUES ('2026-03-01', 'Quiet Sunday. The balcony is ready for spring.', 4, 3, 'Planted the herbs',
  'Out of potting soil', NULL, 'Europe/Berlin', '2026-03-01T20:40:57.201Z',
  '2026-03-01T20:44:13.836Z', '1772397853836_0000_9a6c21f0b84de713');

INSERT INTO daily_review_task_links (date, task_id)
VALUES ('2026-03-01', '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905');

INSERT INTO daily_review_list_links (date, list_id)
VALUES ('2026-03-01', 'inbox'), ('2026-03-01', '0197c3a2-61b4-7c02-8d1f-5b7e90a4c2d6');

INSERT INTO ai_changelog (id, occurred_at, operation, entity_type, summary, tool_name,
  source_device_id, version)
VALUES ('0197c3b4-d2a6-7f15-8e43-90bc57e1a26d', '2026-03-02T08:15:42.317Z', 'complete', 'task',
  'Completed "Water the balcony plants"', 'complete_tasks', '0197c3a2-5d10-7e4b-9a6c-21f0b84de713',
  '1772439342317_0000_9a6c21f0b84de713');

INSERT INTO ai_changelog_entities (changelog_id, entity_id, position)
VALUES ('0197c3b4-d2a6-7f15-8e43-90bc57e1a26d', '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905', 0);

-- This device only.

INSERT INTO device_state (key, value, updated_at)
VALUES ('device_id', '0197c3a2-5d10-7e4b-9a6c-21f0b84de713', '2026-01-04T17:59:00.000Z'),
  ('window.sidebar', 'open', '2026-03-02T07:00:00.000Z');

INSERT INTO local_counters (name, value, updated_at)
VALUES ('launches', 117, '2026-03-02T06:47:58.000Z');

INSERT INTO error_logs (id, level, source, message, details, app_build, created_at)
VALUES (3, 'warning', 'sync', 'the server asked to wait', '{"seconds":30}', '412',
    '2026-02-11T10:00:00.000Z'),
  (9, 'error', 'calendar', 'access was taken away', NULL, '418', '2026-03-01T07:30:00.125Z');

INSERT INTO mcp_idempotency (tool_name, idempotency_key, arguments_digest, call_state, result_json,
  created_at, finished_at, expires_at)
VALUES
  ('complete_tasks', 'c-41', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'succeeded', '{"completed":1}', '2026-03-02T08:15:42.000Z', '2026-03-02T08:15:42.320Z',
    '2026-03-03T08:15:42.000Z'),
  ('create_task', 'c-42', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    'running', NULL, '2026-03-02T08:20:00.000Z', NULL, '2026-03-03T08:20:00.000Z');

INSERT INTO task_reminder_delivery_state (reminder_id, delivery_state, last_armed_at,
  last_delivered_at, failure_count, last_error, updated_at)
VALUES
  ('0197c3b0-c4e1-7932-8a0d-63f5b7210e9c', 'delivered', '2026-03-01T21:00:00.000Z',
    '2026-03-02T07:00:00.340Z', 0, NULL, '2026-03-02T07:00:00.340Z'),
  ('0197c3b0-d9b2-7e85-b617-208c4fa9d37e', 'failed', NULL, NULL, 2, 'notifications are off',
    '2026-03-01T21:00:00.010Z');

INSERT INTO habit_reminder_delivery_state (policy_id, occurrence_date, delivery_state,
  last_armed_at, last_delivered_at, failure_count, last_error, updated_at)
VALUES ('0197c3ac-5e17-7c2d-85a9-3b0f76d1e948', '2026-03-02', 'armed', '2026-03-01T21:00:00.020Z',
  NULL, 0, NULL, '2026-03-01T21:00:00.020Z');

INSERT INTO provider_calendar_events (provider_kind, provider_scope, provider_event_key, title,
  location, notes, url, all_day, starts_at, ends_at, time_zone, availability_kind, modified_at,
  fetched_at)
VALUES
  ('caldav', 'work', '4F2A@dav.example.org', 'Quarterly planning', 'Room 3', NULL,
    'HTTPS://Meet.Example.org/Plan/', 0, '2026-03-04T13:00:00.000Z', '2026-03-04T14:30:00.000Z',
    'Europe/Berlin', 'busy', '2026-02-20T09:00:00.000Z', '2026-03-02T06:47:59.000Z'),
  ('subscription', 'holidays', '2026-04-03', 'Karfreitag', NULL, NULL, NULL, 1,
    '2026-04-02T22:00:00.000Z', '2026-04-03T22:00:00.000Z', 'Europe/Berlin', 'free', NULL,
    '2026-03-02T06:47:59.500Z');

INSERT INTO provider_scope_runtime_state (provider_kind, provider_scope, is_enabled,
  permission_state, refresh_state, last_refreshed_at, next_refresh_at, consecutive_error_count,
  last_error, updated_at)
VALUES ('caldav', 'work', 1, 'granted', 'idle', '2026-03-02T06:47:59.000Z',
  '2026-03-02T07:47:59.000Z', 0, NULL, '2026-03-02T06:47:59.000Z');

INSERT INTO task_provider_event_links (task_id, provider_kind, provider_scope, provider_event_key,
  created_at)
VALUES ('0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4', 'caldav', 'work', '4F2A@dav.example.org',
  '2026-03-01T19:31:00.000Z');

INSERT INTO local_watch_command_streams (stream_id, watch_device_id, generation,
  last_received_sequence, last_acknowledged_sequence, created_at, updated_at)
VALUES ('0197c3c1-20aa-7b07-91f4-6d8c3e5a0b72', 'watch-7f', '0197c3c1-20aa-7b08-8e5d-14a9c70f6b23',
  12, 11, '2026-01-20T07:00:00.000Z', '2026-03-02T06:21:00.000Z');

-- Sync.

INSERT INTO sync_outbox (id, entity_type, entity_id, operation, payload, payload_schema, version,
  created_at, synced_at, disposition, next_retry_at, future_record_version, retry_count,
  consecutive_error_count, last_error)
VALUES
  (101, 'tag', '0197c3aa-3d17-7b62-8f40-6ea2c9d05b81', 'upsert',
    '{"name":"Büro","version":"1767701640000_0000_9a6c21f0b84de713"}', 1,
    '1767701640000_0000_9a6c21f0b84de713', '2026-01-06T12:14:00.000Z', '2026-01-06T12:14:03.000Z',
    NULL, NULL, NULL, 0, 0, NULL),
  (204, 'task', '0197c3a9-0f3e-7b58-b2c4-6e1d83f7a905', 'upsert',
    '{"status":"completed","version":"1772439342316_0003_9a6c21f0b84de713"}', 1,
    '1772439342316_0003_9a6c21f0b84de713', '2026-03-02T08:15:42.316Z', NULL, NULL, NULL, NULL, 0, 0,
    NULL),
  (205, 'memory', '0197c3ae-0a6d-7b41-8c9e-f2735d10e86c', 'delete',
    '{"version":"1772439350000_0000_9a6c21f0b84de713"}', 1, '1772439350000_0000_9a6c21f0b84de713',
    '2026-03-02T08:15:50.000Z', NULL, 'retry_wait', '2026-03-02T08:16:20.000Z', NULL, 3, 2,
    'the server asked to wait'),
  (206, 'list', '0197c3a2-61b4-7c02-8d1f-5b7e90a4c2d6', 'upsert',
    '{"name":"Home","version":"1772439360000_0000_9a6c21f0b84de713"}', 1,
    '1772439360000_0000_9a6c21f0b84de713', '2026-03-02T08:16:00.000Z', NULL, 'future_record_hold',
    NULL, '1772439359000_0000_00a1b2c3d4e5f607', 0, 0, NULL);

INSERT INTO sync_pending_inbox (id, entity_type, entity_id, operation, payload, payload_schema,
  version, source_device_id, pending_kind, parent_entity_type, parent_entity_id, attempt_count,
  received_at)
VALUES
  (7, 'task_tag', '0197c3d0-0000-7000-8000-000000000001:0197c3aa-2b90-74d5-a7e3-18c6f05d9b42',
    'upsert', '{"version":"1772439000000_0000_00a1b2c3d4e5f607"}', 1,
    '1772439000000_0000_00a1b2c3d4e5f607', '0197c3a2-5d10-7e4b-8000-00a1b2c3d4e5',
    'missing_parent', 'task', '0197c3d0-0000-7000-8000-000000000001', 1,
    '2026-03-02T08:10:01.000Z'),
  (8, 'mood_board', 'b1', 'upsert', '{"version":"1772439001000_0000_00a1b2c3d4e5f607"}', 9,
    '1772439001000_0000_00a1b2c3d4e5f607', '0197c3a2-5d10-7e4b-8000-00a1b2c3d4e5',
    'unknown_entity', NULL, NULL, 0, '2026-03-02T08:10:02.000Z');

INSERT INTO sync_tombstones (entity_type, entity_id, deleted_at, version)
VALUES
  ('memory', '0197c3ae-0a6d-7b41-8c9e-f2735d10e86c', '2026-03-02T08:15:50.000Z',
    '1772439350000_0000_9a6c21f0b84de713'),
  ('task', '0197c3a9-7a02-7e19-b4d3-95c1f80e6a27', '2026-02-14T12:00:00.000Z',
    '1771070400000_0000_00a1b2c3d4e5f607'),
  ('habit_completion', '0197c3ac-3c05-7b94-9f21-d86e4a0753bc:2026-02-13',
    '2026-02-13T19:00:00.000Z', '1771009200000_0000_9a6c21f0b84de713');

INSERT INTO sync_checkpoints (transport, stream, checkpoint_token, applied_version, updated_at)
VALUES ('cloudkit', 'planner', 'AQAAAZXz', '1772439000000_0000_00a1b2c3d4e5f607',
  '2026-03-02T08:10:03.000Z');

INSERT INTO sync_conflict_log (id, entity_type, entity_id, conflict_kind, register_name,
  winner_version, loser_version, loser_payload, detected_at, reviewed_at)
VALUES (4, 'task', '0197c3a9-4d71-7f6a-9e08-c35a12d0b7e4', 'concurrent_edit', 'content',
  '1772273400000_0000_9a6c21f0b84de713', '1772273399000_0000_00a1b2c3d4e5f607',
  '{"title":"Buy soil"}', '2026-02-28T10:20:00.000Z', NULL);

INSERT INTO sync_payload_shadow (entity_type, entity_id, payload, payload_schema, version,
  updated_at)
VALUES ('daily_review', '2026-03-01', '{"weather":"sunny"}', 9,
  '1772397853836_0000_9a6c21f0b84de713', '2026-03-01T20:44:14.000Z');

INSERT INTO sync_entity_redirects (entity_type, source_id, target_id, created_at, version)
VALUES ('tag', '0197c3aa-77c8-7e01-93b6-4f2ad71c80e5', '0197c3aa-2b90-74d5-a7e3-18c6f05d9b42',
  '2026-02-27T11:05:26.790Z', '1772190326790_0000_9a6c21f0b84de713');

INSERT INTO sync_quarantine_blocklist (entity_type, entity_id, version, block_kind, payload_digest,
  last_error, attempt_count, app_build, blocked_at)
VALUES ('task', '0197c3d0-0000-7000-8000-000000000002', '1772000000000_0000_00a1b2c3d4e5f607',
  'constraint_violation', 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed',
  'CHECK constraint failed', 2, '418', '2026-02-25T06:13:20.000Z');

-- CloudKit, snapshots.

INSERT INTO sync_cloudkit_account_binding (account_id, container_name, binding_state, bound_at,
  verified_at, unbound_at, updated_at)
VALUES
  ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'iCloud.app.lorvex', 'active',
    '2026-01-04T18:01:00.000Z', '2026-03-02T06:48:01.000Z', NULL, '2026-03-02T06:48:01.000Z'),
  ('60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752', 'iCloud.app.lorvex',
    'signed_out', '2025-12-01T08:00:00.000Z', NULL, '2026-01-04T18:00:50.000Z',
    '2026-01-04T18:00:50.000Z');

INSERT INTO sync_cloudkit_authority_witness (account_id, zone_name, generation, record_change_tag,
  authority_version, observed_at)
VALUES ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'planner',
  '0197c3e0-1111-7222-8333-444455556666', 'm8k2', '1767549700000_0000_9a6c21f0b84de713',
  '2026-03-02T06:48:02.000Z');

INSERT INTO sync_cloudkit_generation_descriptor (account_id, generation, predecessor_generation,
  descriptor_state, created_by_device_id, item_count, tombstone_count, content_digest, created_at,
  sealed_at)
VALUES ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '0197c3e0-1111-7222-8333-444455556666', NULL, 'in_force', '0197c3a2-5d10-7e4b-9a6c-21f0b84de713',
  12, 1, '486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7',
  '2026-01-04T18:01:10.000Z', '2026-01-04T18:01:40.000Z');

INSERT INTO sync_cloudkit_traversal_progress (account_id, zone_name, generation, change_token,
  page_count, record_count, started_at, updated_at)
VALUES ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'planner',
  '0197c3e0-1111-7222-8333-444455556666', x'0100000195f3', 2, 400, '2026-03-01T03:00:00.000Z',
  '2026-03-01T03:00:04.000Z');

INSERT INTO sync_cloudkit_traversal_witness (id, account_id, zone_name, generation, record_count,
  content_digest, started_at, completed_at)
VALUES ('0197c3e0-7a00-7b1c-9d2e-3f405162738a',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'planner',
  '0197c3e0-1111-7222-8333-444455556666', 13, NULL, '2026-01-04T18:01:45.000Z',
  '2026-01-04T18:01:47.000Z');

INSERT INTO sync_cloudkit_incremental_cursor (account_id, zone_name, witness_id, generation,
  change_token, advanced_at)
VALUES ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'planner',
  '0197c3e0-7a00-7b1c-9d2e-3f405162738a', '0197c3e0-1111-7222-8333-444455556666', x'0100000195f400',
  '2026-03-02T08:10:03.000Z');

INSERT INTO sync_cloudkit_corrupt_record_fences (account_id, zone_name, record_name, fence_kind,
  record_change_tag, attempt_count, fenced_at, lifted_at)
VALUES ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'planner', 'task/9c',
  'undecodable', 'm8k9', 1, '2026-02-25T06:13:21.000Z', NULL);

INSERT INTO sync_authoritative_snapshot (snapshot_id, account_id, generation, snapshot_state,
  expected_record_count, started_at, completed_at, applied_at)
VALUES ('0197c3e1-0001-7000-8000-0000000000a1',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '0197c3e0-1111-7222-8333-444455556666', 'receiving', 2, '2026-03-02T08:00:00.000Z', NULL, NULL);

INSERT INTO sync_authoritative_snapshot_records (snapshot_id, entity_type, entity_id, operation,
  payload, payload_schema, version, is_applied)
VALUES ('0197c3e1-0001-7000-8000-0000000000a1', 'preference', 'calendar.first_weekday', 'upsert',
  '{"value":"\"monday\"","version":"1767549767391_0000_9a6c21f0b84de713"}', 1,
  '1767549767391_0000_9a6c21f0b84de713', 0);

INSERT INTO sync_generation_snapshot_staging (staging_id, account_id, generation, staging_state,
  item_count, uploaded_count, content_digest, created_at, updated_at)
VALUES ('0197c3e2-0001-7000-8000-0000000000b1',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '0197c3e2-2222-7333-8444-555566667777', 'uploading', 1, 1, NULL, '2026-03-02T08:30:00.000Z',
  '2026-03-02T08:30:05.000Z');

INSERT INTO sync_generation_snapshot_items (staging_id, position, entity_type, entity_id, payload,
  payload_schema, payload_digest, version, uploaded_at)
VALUES ('0197c3e2-0001-7000-8000-0000000000b1', 0, 'preference', 'calendar.first_weekday',
  '{"value":"\"monday\"","version":"1767549767391_0000_9a6c21f0b84de713"}', 1,
  '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d',
  '1767549767391_0000_9a6c21f0b84de713', '2026-03-02T08:30:04.000Z');

INSERT INTO sync_generation_snapshot_readback_items (staging_id, entity_type, entity_id,
  payload_digest, version, read_at)
VALUES ('0197c3e2-0001-7000-8000-0000000000b1', 'preference', 'calendar.first_weekday',
  '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d',
  '1767549767391_0000_9a6c21f0b84de713', '2026-03-02T08:30:05.000Z');

INSERT INTO sync_generation_snapshot_tombstone_receipts (staging_id, entity_type, entity_id, version,
  record_change_tag, received_at)
VALUES ('0197c3e2-0001-7000-8000-0000000000b1', 'task', '0197c3a9-7a02-7e19-b4d3-95c1f80e6a27',
  '1771070400000_0000_00a1b2c3d4e5f607', 'm8kb', '2026-03-02T08:30:05.000Z');

INSERT INTO sync_generation_snapshot_compacted_tombstones (generation, entity_type, entity_id,
  version, deleted_at, compacted_at)
VALUES ('0197c3e0-1111-7222-8333-444455556666', 'tag', '0197c3aa-77c8-7e01-93b6-4f2ad71c80e5',
  '1767000000000_0000_00a1b2c3d4e5f607', '2025-12-29T09:20:00.000Z', '2026-01-04T18:01:30.000Z');

-- Audit retention.

INSERT INTO audit_retention_account_state (account_id, retention_mode, retention_days,
  retention_version, purged_through_at, updated_at)
VALUES ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'purge', 365,
  '1767549800000_0000_9a6c21f0b84de713', NULL, '2026-01-04T18:03:20.000Z');

INSERT INTO audit_retention_binding (device_id, account_id, bound_at, unbound_at)
VALUES ('0197c3a2-5d10-7e4b-9a6c-21f0b84de713',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '2026-01-04T18:03:20.000Z',
  NULL);

INSERT INTO audit_retention_candidate_authorization (id, account_id, authorization_status,
  cutoff_at, candidate_count, candidate_digest, retention_version, created_at, decided_at)
VALUES ('0197c3f0-0001-7000-8000-0000000000c1',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'confirmed',
  '2025-03-01T00:00:00.000Z', 3, '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6',
  '1767549800000_0000_9a6c21f0b84de713', '2026-03-01T02:00:00.000Z', '2026-03-01T02:00:09.000Z');

INSERT INTO audit_retention_outbound_authorization (id, account_id, authorization_status, cutoff_at,
  retention_version, granted_at, expires_at, closed_at)
VALUES ('0197c3f0-0002-7000-8000-0000000000c2',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'granted',
  '2025-03-01T00:00:00.000Z', '1767549800000_0000_9a6c21f0b84de713', '2026-03-01T02:00:10.000Z',
  '2026-03-08T02:00:10.000Z', NULL);

INSERT INTO audit_retention_purge_queue (id, account_id, changelog_id, purge_state, attempt_count,
  queued_at, next_retry_at, finished_at, last_error)
VALUES (2, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '0197a000-0000-7000-8000-0000000000d1', 'queued', 0, '2026-03-01T02:00:11.000Z', NULL, NULL, NULL);

INSERT INTO audit_changelog_cloud_presence (account_id, changelog_id, presence_state,
  record_change_tag, occurred_at, observed_at)
VALUES ('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '0197c3b4-d2a6-7f15-8e43-90bc57e1a26d', 'present', 'm8kc', '2026-03-02T08:15:42.317Z',
  '2026-03-02T08:16:01.000Z');
