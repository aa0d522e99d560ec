-- 002 habit skips
--
-- A habit could only be kept or missed. Someone who is ill or away had to choose between a broken
-- streak and a completion that is not true; now the day can be set aside on purpose. Lists learn
-- how often they want to be looked through. Rows that are there keep what they say.

-- One row for a habit and a day on which nothing is asked of it, whatever its frequency. Taking a
-- skip back deletes it, and leaves a tombstone. Two devices may each skip and complete the same
-- day: both rows stay, and the completion counts.
CREATE TABLE habit_skips (
  habit_id TEXT NOT NULL REFERENCES habits (id) ON DELETE CASCADE,
  skipped_date TEXT NOT NULL
    CHECK (skipped_date GLOB '????-??-??' AND skipped_date IS date(skipped_date, '+0 days')),
  skip_reason TEXT CHECK (skip_reason IN ('rest', 'illness', 'travel', 'occasion', 'other')),
  note TEXT,
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (habit_id, skipped_date)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_habit_skips_day ON habit_skips (skipped_date);

-- After how many days a list is due to be looked through again; NULL is never. On the device that
-- asks, the last review that links the list says when that was.
ALTER TABLE lists ADD COLUMN review_interval_days INTEGER
  CHECK (review_interval_days BETWEEN 1 AND 366);

-- Skips are deleted by sync, so tombstones must admit them. SQLite cannot alter a CHECK: the table
-- is made anew beside the old one, filled, and takes its name, in the order that SQLite documents
-- (https://www.sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes").
-- Nothing refers to it by a foreign key or trigger; its two indexes go with the old table and are
-- made again at the end.
CREATE TABLE sync_tombstones_new (
  entity_type TEXT NOT NULL
    CHECK (entity_type IN ('calendar_event', 'current_focus', 'daily_review', 'focus_schedule',
      'habit', 'habit_completion', 'habit_reminder_policy', 'habit_skip', 'list', 'memory',
      'preference', 'tag', 'task', 'task_calendar_event_link', 'task_checklist_item',
      'task_dependency', 'task_reminder', 'task_tag')),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  deleted_at TEXT NOT NULL
    CHECK (deleted_at GLOB '????-??-??T??:??:??.???Z'
      AND deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)
      AND substr(deleted_at, 1, 10) IS date(deleted_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (entity_type, entity_id)
) STRICT, WITHOUT ROWID;

INSERT INTO sync_tombstones_new (entity_type, entity_id, deleted_at, version)
SELECT entity_type, entity_id, deleted_at, version FROM sync_tombstones;

DROP TABLE sync_tombstones;

ALTER TABLE sync_tombstones_new RENAME TO sync_tombstones;

CREATE INDEX idx_sync_tombstones_age ON sync_tombstones (deleted_at);
CREATE INDEX idx_sync_tombstones_version ON sync_tombstones (version);
