-- The Lorvex planner, schema baseline.
--
-- Lorvex keeps tasks, habits, a calendar and notes to an assistant in one SQLite file per device,
-- and syncs them between a person's devices. Everything below follows these conventions:
--
--   * Every ordinary table is STRICT. Junctions keyed only by short text are WITHOUT ROWID, so that
--     the pair they join is stored once.
--   * A boolean is INTEGER, 0 or 1. Enum-like text lists its values in a CHECK.
--   * An instant (*_at) is RFC 3339 UTC text with milliseconds and Z. Its CHECK demands 24
--     characters, that SQLite prints the same instant back, and, by adding zero days, that the day
--     exists: there is no 30 February.
--   * A civil date (*_date, date) is YYYY-MM-DD and a real day. It carries no time zone: a due date
--     is the same day wherever the person is. A wall-clock time (*_time) is HH:MM.
--   * A version, or *_version, is a merge register: a hybrid logical clock of 35 bytes, namely
--     13 digits of milliseconds, a counter of 4 digits and a device suffix of 16 lowercase hex
--     digits. Their byte order is their causal order. The bare version of a synced row is its
--     high-water mark, never below the registers of its parts.
--   * A generation is the identity of an epoch: a UUID, compared for equality and never ordered.
--   * A payload is the JSON object that travels between devices. payload_schema is the number of
--     the wire contract that it was written under.
--   * Nothing that an assistant was asked, answered or thought is stored here, on any device.
--
-- Write rows by INSERT ... ON CONFLICT DO UPDATE, never by REPLACE: the latter deletes a row
-- without running its delete triggers, and search would keep finding the old text.

PRAGMA journal_mode = WAL;
PRAGMA foreign_keys = ON;

-- -----------------------------------------------------------------------------------------------
-- Lists and tasks
-- -----------------------------------------------------------------------------------------------

-- A list holds tasks. The inbox always exists, under a fixed id that every device shares.
CREATE TABLE lists (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (id = 'inbox' OR (length(CAST(id AS BLOB)) = 36
      AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*')),
  name TEXT NOT NULL CHECK (trim(name) <> ''),
  description TEXT,
  color TEXT
    CHECK (color IN ('red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple',
      'pink', 'brown', 'gray')),
  icon TEXT CHECK (trim(icon) <> ''),
  position INTEGER NOT NULL DEFAULT 0 CHECK (position >= 0),
  archived_at TEXT
    CHECK (archived_at GLOB '????-??-??T??:??:??.???Z'
      AND archived_at IS strftime('%Y-%m-%dT%H:%M:%fZ', archived_at)
      AND substr(archived_at, 1, 10) IS date(archived_at, '+0 days')),
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
  -- Quick capture writes to the inbox without looking; it must be there and in sight.
  CONSTRAINT lists_inbox_stays CHECK (id <> 'inbox' OR archived_at IS NULL)
) STRICT;

CREATE INDEX idx_lists_order ON lists (position, id) WHERE archived_at IS NULL;
CREATE INDEX idx_lists_archived ON lists (archived_at DESC, id) WHERE archived_at IS NOT NULL;

CREATE TRIGGER lists_keep_inbox
BEFORE DELETE ON lists
WHEN OLD.id = 'inbox'
BEGIN
  SELECT RAISE(ABORT, 'the inbox cannot be deleted');
END;

-- row_key is this device's own: full-text search needs an integer key that VACUUM and a rebuild
-- keep. Everything else, and every other table, knows a task by its id.
--
-- Four registers merge on their own, so that renaming a task on one device and postponing it on
-- another both survive: content (title, body, notes, priority, estimate, list), schedule (dates,
-- recurrence, deferrals), lifecycle (status, completion) and archive.
CREATE TABLE tasks (
  row_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  -- A list cannot be deleted while it holds tasks: its tasks are moved, or deleted, on purpose.
  list_id TEXT NOT NULL DEFAULT 'inbox' REFERENCES lists (id) ON DELETE RESTRICT,
  title TEXT NOT NULL CHECK (trim(title) <> ''),
  body TEXT,
  notes TEXT,
  status TEXT NOT NULL DEFAULT 'open'
    CHECK (status IN ('open', 'in_progress', 'someday', 'completed', 'cancelled')),
  priority INTEGER CHECK (priority BETWEEN 1 AND 3),
  -- No priority sorts after the lowest one, without NULLs in the index.
  priority_effective INTEGER GENERATED ALWAYS AS (COALESCE(priority, 4)) VIRTUAL,
  estimated_minutes INTEGER CHECK (estimated_minutes BETWEEN 1 AND 10080),
  due_date TEXT
    CHECK (due_date GLOB '????-??-??' AND due_date IS date(due_date, '+0 days')),
  due_time TEXT
    CHECK (due_time BETWEEN '00:00' AND '23:59' AND due_time IS strftime('%H:%M', due_time)),
  planned_date TEXT
    CHECK (planned_date GLOB '????-??-??' AND planned_date IS date(planned_date, '+0 days')),
  available_from TEXT
    CHECK (available_from GLOB '????-??-??'
      AND available_from IS date(available_from, '+0 days')),
  defer_count INTEGER NOT NULL DEFAULT 0 CHECK (defer_count >= 0),
  last_deferred_at TEXT
    CHECK (last_deferred_at GLOB '????-??-??T??:??:??.???Z'
      AND last_deferred_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_deferred_at)
      AND substr(last_deferred_at, 1, 10) IS date(last_deferred_at, '+0 days')),
  defer_reason TEXT
    CHECK (defer_reason IN ('not_today', 'blocked', 'low_energy', 'too_large', 'other')),
  recurrence_rule TEXT
    CHECK (recurrence_rule IS NULL OR CASE WHEN json_valid(recurrence_rule)
      THEN json_type(recurrence_rule) = 'object'
        AND json_extract(recurrence_rule, '$.frequency') IS NOT NULL
        AND json_extract(recurrence_rule, '$.frequency') IN ('daily', 'weekly', 'monthly', 'yearly')
        AND json_type(recurrence_rule, '$.interval') IS 'integer'
        AND json_extract(recurrence_rule, '$.interval') >= 1
      ELSE 0 END),
  -- An occurrence that a series has spawned is known by the series and the day it stands for.
  recurrence_series_id TEXT
    CHECK (length(CAST(recurrence_series_id AS BLOB)) = 36
      AND recurrence_series_id GLOB '????????-????-????-????-????????????'
      AND length(replace(recurrence_series_id, '-', '')) = 32
      AND recurrence_series_id NOT GLOB '*[^0-9a-f-]*'),
  recurrence_occurrence_date TEXT
    CHECK (recurrence_occurrence_date GLOB '????-??-??'
      AND recurrence_occurrence_date IS date(recurrence_occurrence_date, '+0 days')),
  completed_at TEXT
    CHECK (completed_at GLOB '????-??-??T??:??:??.???Z'
      AND completed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', completed_at)
      AND substr(completed_at, 1, 10) IS date(completed_at, '+0 days')),
  archived_at TEXT
    CHECK (archived_at GLOB '????-??-??T??:??:??.???Z'
      AND archived_at IS strftime('%Y-%m-%dT%H:%M:%fZ', archived_at)
      AND substr(archived_at, 1, 10) IS date(archived_at, '+0 days')),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  content_version TEXT NOT NULL
    CHECK (length(CAST(content_version AS BLOB)) = 35
      AND content_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  schedule_version TEXT NOT NULL
    CHECK (length(CAST(schedule_version AS BLOB)) = 35
      AND schedule_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  lifecycle_version TEXT NOT NULL
    CHECK (length(CAST(lifecycle_version AS BLOB)) = 35
      AND lifecycle_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  archive_version TEXT NOT NULL
    CHECK (length(CAST(archive_version AS BLOB)) = 35
      AND archive_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  CONSTRAINT tasks_version_is_high_water
    CHECK (version >= max(content_version, schedule_version, lifecycle_version, archive_version)),
  CONSTRAINT tasks_time_needs_date CHECK (due_time IS NULL OR due_date IS NOT NULL),
  -- Only this way round: an import may know that a task is done, but not since when.
  CONSTRAINT tasks_completed_at_needs_status CHECK (completed_at IS NULL OR status = 'completed'),
  CONSTRAINT tasks_deferral_was_counted CHECK (last_deferred_at IS NULL OR defer_count >= 1),
  CONSTRAINT tasks_occurrence_is_whole
    CHECK ((recurrence_series_id IS NULL) = (recurrence_occurrence_date IS NULL)),
  CONSTRAINT tasks_occurrence_is_not_its_series CHECK (recurrence_series_id <> id)
) STRICT;

-- The canonical order of tasks is priority, then due date with undated tasks last, then id. SQLite
-- serves NULLS LAST from no index, so the order is spelled, here and in queries, as
-- due_date IS NULL, due_date. These seven carry the canonical order and its deviations.
CREATE INDEX idx_tasks_canonical
  ON tasks (status, priority_effective, due_date IS NULL, due_date, id)
  WHERE archived_at IS NULL;
CREATE INDEX idx_tasks_canonical_in_list
  ON tasks (list_id, status, priority_effective, due_date IS NULL, due_date, id)
  WHERE archived_at IS NULL;
CREATE INDEX idx_tasks_due_first
  ON tasks (status, due_date, priority_effective, id)
  WHERE due_date IS NOT NULL AND archived_at IS NULL;
CREATE INDEX idx_tasks_upcoming
  ON tasks (status, COALESCE(planned_date, due_date), priority_effective, created_at DESC, id)
  WHERE archived_at IS NULL;
CREATE INDEX idx_tasks_hidden_until
  ON tasks (status, available_from, priority_effective, due_date IS NULL, due_date, id)
  WHERE available_from IS NOT NULL AND archived_at IS NULL;
CREATE INDEX idx_tasks_deferred
  ON tasks (defer_count DESC, id)
  WHERE defer_count >= 1 AND archived_at IS NULL;
CREATE INDEX idx_tasks_deferred_in_list
  ON tasks (list_id, defer_count DESC, id)
  WHERE defer_count >= 1 AND archived_at IS NULL;

-- Narrow ones for the other views, and a whole one for the foreign key.
CREATE INDEX idx_tasks_recently_completed
  ON tasks (completed_at DESC, id)
  WHERE status = 'completed' AND completed_at IS NOT NULL;
CREATE INDEX idx_tasks_planned
  ON tasks (planned_date, priority_effective, id)
  WHERE planned_date IS NOT NULL AND archived_at IS NULL;
CREATE INDEX idx_tasks_becoming_available
  ON tasks (available_from, id)
  WHERE available_from IS NOT NULL AND archived_at IS NULL;
CREATE INDEX idx_tasks_recently_deferred
  ON tasks (last_deferred_at DESC, id)
  WHERE last_deferred_at IS NOT NULL AND archived_at IS NULL;
CREATE INDEX idx_tasks_archived ON tasks (archived_at DESC, id) WHERE archived_at IS NOT NULL;
CREATE INDEX idx_tasks_recurring ON tasks (id) WHERE recurrence_rule IS NOT NULL;
CREATE INDEX idx_tasks_list ON tasks (list_id);
-- Two devices may spawn the same occurrence. The second one to arrive is redirected to the first.
CREATE UNIQUE INDEX idx_tasks_occurrence
  ON tasks (recurrence_series_id, recurrence_occurrence_date)
  WHERE recurrence_series_id IS NOT NULL AND archived_at IS NULL;
CREATE INDEX idx_tasks_series
  ON tasks (recurrence_series_id, recurrence_occurrence_date DESC)
  WHERE recurrence_series_id IS NOT NULL;

CREATE TABLE task_checklist_items (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (trim(title) <> ''),
  position INTEGER NOT NULL CHECK (position >= 0),
  completed_at TEXT
    CHECK (completed_at GLOB '????-??-??T??:??:??.???Z'
      AND completed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', completed_at)
      AND substr(completed_at, 1, 10) IS date(completed_at, '+0 days')),
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

-- Not unique: two devices may insert at the same place, and the id settles the order.
CREATE INDEX idx_task_checklist_items_order ON task_checklist_items (task_id, position, id);

-- remind_at is when to ring. A reminder that was set by the wall clock keeps that clock too, so
-- that it can be computed anew when the person travels.
CREATE TABLE task_reminders (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  remind_at TEXT NOT NULL
    CHECK (remind_at GLOB '????-??-??T??:??:??.???Z'
      AND remind_at IS strftime('%Y-%m-%dT%H:%M:%fZ', remind_at)
      AND substr(remind_at, 1, 10) IS date(remind_at, '+0 days')),
  local_time TEXT
    CHECK (local_time BETWEEN '00:00' AND '23:59'
      AND local_time IS strftime('%H:%M', local_time)),
  time_zone TEXT
    CHECK (time_zone GLOB '[A-Z]*' AND time_zone NOT GLOB '*[^A-Za-z0-9_+/-]*'
      AND length(time_zone) <= 64),
  dismissed_at TEXT
    CHECK (dismissed_at GLOB '????-??-??T??:??:??.???Z'
      AND dismissed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', dismissed_at)
      AND substr(dismissed_at, 1, 10) IS date(dismissed_at, '+0 days')),
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
  CONSTRAINT task_reminders_wall_clock_is_whole CHECK ((local_time IS NULL) = (time_zone IS NULL))
) STRICT;

CREATE INDEX idx_task_reminders_of_task ON task_reminders (task_id, remind_at, id);
CREATE INDEX idx_task_reminders_upcoming
  ON task_reminders (remind_at, id)
  WHERE dismissed_at IS NULL;

-- Longer cycles cannot be refused here: two devices may each add one half of one. Readers tolerate
-- them, and the device that sees a cycle after a merge removes the younger edge.
CREATE TABLE task_dependencies (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  depends_on_task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (task_id, depends_on_task_id),
  CONSTRAINT task_dependencies_not_on_itself CHECK (task_id <> depends_on_task_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_task_dependencies_blocking ON task_dependencies (depends_on_task_id);

-- Days on which a recurring task does not occur. They travel inside the task, under its
-- schedule register, and have no version of their own.
CREATE TABLE task_recurrence_exceptions (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  exception_date TEXT NOT NULL
    CHECK (exception_date GLOB '????-??-??'
      AND exception_date IS date(exception_date, '+0 days')),
  PRIMARY KEY (task_id, exception_date)
) STRICT, WITHOUT ROWID;

-- -----------------------------------------------------------------------------------------------
-- Tags
-- -----------------------------------------------------------------------------------------------

-- lookup_key is what makes two spellings the same tag. It is derived below, on each device, and
-- never travels. A trigger rather than a generated column: folding can be refined by a migration
-- that replaces the trigger, without rebuilding the table.
CREATE TABLE tags (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  name TEXT NOT NULL CHECK (trim(name) <> ''),
  lookup_key TEXT NOT NULL DEFAULT '',
  color TEXT
    CHECK (color IN ('red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple',
      'pink', 'brown', 'gray')),
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

CREATE UNIQUE INDEX idx_tags_lookup_key ON tags (lookup_key);

CREATE TRIGGER tags_derive_lookup_key_on_insert
AFTER INSERT ON tags
WHEN NEW.lookup_key IS NOT lower(trim(NEW.name))
BEGIN
  UPDATE tags SET lookup_key = lower(trim(NEW.name)) WHERE id = NEW.id;
END;

CREATE TRIGGER tags_derive_lookup_key_on_update
AFTER UPDATE OF name, lookup_key ON tags
WHEN NEW.lookup_key IS NOT lower(trim(NEW.name))
BEGIN
  UPDATE tags SET lookup_key = lower(trim(NEW.name)) WHERE id = NEW.id;
END;

CREATE TABLE task_tags (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  tag_id TEXT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (task_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_task_tags_tagged ON task_tags (tag_id);

-- -----------------------------------------------------------------------------------------------
-- Calendar
-- -----------------------------------------------------------------------------------------------

-- An event lives in civil time: dates, wall-clock times and, unless it floats, a time zone.
--
-- A series is one row with a recurrence_rule. Changing which days it falls on is a change of
-- topology: it merges under recurrence_topology_version and mints a new recurrence_generation, so
-- that what was said about one day of the old series is never taken for a day of the new one.
-- Such a statement is a row of its own, known by series, generation and day; it may arrive before
-- its series, so series_id is no foreign key.
CREATE TABLE calendar_events (
  row_key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  kind TEXT NOT NULL DEFAULT 'event'
    CHECK (kind IN ('event', 'birthday', 'anniversary', 'holiday', 'memorial')),
  title TEXT NOT NULL CHECK (trim(title) <> ''),
  description TEXT,
  location TEXT,
  url TEXT
    CHECK ((lower(url) GLOB 'http://?*' OR lower(url) GLOB 'https://?*'
        OR lower(url) GLOB 'webcal://?*')
      AND url NOT GLOB '*[' || char(1) || '- ' || char(127) || ']*'),
  color TEXT
    CHECK (color IN ('red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple',
      'pink', 'brown', 'gray')),
  all_day INTEGER NOT NULL DEFAULT 1 CHECK (all_day IN (0, 1)),
  start_date TEXT NOT NULL
    CHECK (start_date GLOB '????-??-??' AND start_date IS date(start_date, '+0 days')),
  start_time TEXT
    CHECK (start_time BETWEEN '00:00' AND '23:59'
      AND start_time IS strftime('%H:%M', start_time)),
  end_date TEXT
    CHECK (end_date GLOB '????-??-??' AND end_date IS date(end_date, '+0 days')),
  end_time TEXT
    CHECK (end_time BETWEEN '00:00' AND '23:59' AND end_time IS strftime('%H:%M', end_time)),
  time_zone TEXT
    CHECK (time_zone GLOB '[A-Z]*' AND time_zone NOT GLOB '*[^A-Za-z0-9_+/-]*'
      AND length(time_zone) <= 64),
  attendees TEXT
    CHECK (attendees IS NULL OR
      CASE WHEN json_valid(attendees) THEN json_type(attendees) = 'array' ELSE 0 END),
  recurrence_rule TEXT
    CHECK (recurrence_rule IS NULL OR CASE WHEN json_valid(recurrence_rule)
      THEN json_type(recurrence_rule) = 'object'
        AND json_extract(recurrence_rule, '$.frequency') IS NOT NULL
        AND json_extract(recurrence_rule, '$.frequency') IN ('daily', 'weekly', 'monthly', 'yearly')
        AND json_type(recurrence_rule, '$.interval') IS 'integer'
        AND json_extract(recurrence_rule, '$.interval') >= 1
      ELSE 0 END),
  recurrence_generation TEXT
    CHECK (length(CAST(recurrence_generation AS BLOB)) = 36
      AND recurrence_generation GLOB '????????-????-????-????-????????????'
      AND length(replace(recurrence_generation, '-', '')) = 32
      AND recurrence_generation NOT GLOB '*[^0-9a-f-]*'),
  -- A series without an end has none, and neither has a single event.
  recurrence_end_date TEXT GENERATED ALWAYS AS (
    CASE WHEN json_valid(recurrence_rule) THEN json_extract(recurrence_rule, '$.until') END
  ) VIRTUAL,
  series_id TEXT
    CHECK (length(CAST(series_id AS BLOB)) = 36
      AND series_id GLOB '????????-????-????-????-????????????'
      AND length(replace(series_id, '-', '')) = 32 AND series_id NOT GLOB '*[^0-9a-f-]*'),
  occurrence_date TEXT
    CHECK (occurrence_date GLOB '????-??-??'
      AND occurrence_date IS date(occurrence_date, '+0 days')),
  occurrence_state TEXT CHECK (occurrence_state IN ('changed', 'cancelled')),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  content_version TEXT NOT NULL
    CHECK (length(CAST(content_version AS BLOB)) = 35
      AND content_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  recurrence_topology_version TEXT NOT NULL
    CHECK (length(CAST(recurrence_topology_version AS BLOB)) = 35
      AND recurrence_topology_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  CONSTRAINT calendar_events_version_is_high_water
    CHECK (version >= max(content_version, recurrence_topology_version)),
  CONSTRAINT calendar_events_all_day_has_no_times
    CHECK (all_day = 0 OR (start_time IS NULL AND end_time IS NULL)),
  CONSTRAINT calendar_events_timed_has_a_start CHECK (all_day = 1 OR start_time IS NOT NULL),
  CONSTRAINT calendar_events_end_not_before_start
    CHECK (COALESCE(end_date, start_date) > start_date
      OR (COALESCE(end_date, start_date) = start_date
        AND (end_time IS NULL OR end_time >= start_time))),
  CONSTRAINT calendar_events_generation_of_a_series
    CHECK ((recurrence_generation IS NULL) = (recurrence_rule IS NULL AND series_id IS NULL)),
  CONSTRAINT calendar_events_occurrence_is_whole
    CHECK ((series_id IS NULL) = (occurrence_date IS NULL)
      AND (series_id IS NULL) = (occurrence_state IS NULL)),
  CONSTRAINT calendar_events_occurrence_does_not_recur
    CHECK (series_id IS NULL OR recurrence_rule IS NULL),
  CONSTRAINT calendar_events_recurrence_end_not_before_start
    CHECK (recurrence_end_date GLOB '????-??-??'
      AND recurrence_end_date IS date(recurrence_end_date, '+0 days')
      AND recurrence_end_date >= start_date)
) STRICT;

CREATE INDEX idx_calendar_events_start ON calendar_events (start_date, start_time, id);
-- What is still going on today: long events, and series that have not ended.
CREATE INDEX idx_calendar_events_end
  ON calendar_events (end_date, start_date)
  WHERE end_date IS NOT NULL;
CREATE INDEX idx_calendar_events_series_by_end
  ON calendar_events (recurrence_end_date, start_date)
  WHERE recurrence_rule IS NOT NULL;
CREATE UNIQUE INDEX idx_calendar_events_occurrence
  ON calendar_events (series_id, recurrence_generation, occurrence_date)
  WHERE series_id IS NOT NULL;

-- A cutover ends a series on one day and lets another event carry on from there: an edit of this
-- occurrence and all that follow. It is a fact about two series that may arrive in any order,
-- before either of them, and is never taken back: hence no foreign keys.
CREATE TABLE calendar_series_cutovers (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  series_id TEXT NOT NULL
    CHECK (length(CAST(series_id AS BLOB)) = 36
      AND series_id GLOB '????????-????-????-????-????????????'
      AND length(replace(series_id, '-', '')) = 32 AND series_id NOT GLOB '*[^0-9a-f-]*'),
  recurrence_generation TEXT NOT NULL
    CHECK (length(CAST(recurrence_generation AS BLOB)) = 36
      AND recurrence_generation GLOB '????????-????-????-????-????????????'
      AND length(replace(recurrence_generation, '-', '')) = 32
      AND recurrence_generation NOT GLOB '*[^0-9a-f-]*'),
  cutover_date TEXT NOT NULL
    CHECK (cutover_date GLOB '????-??-??' AND cutover_date IS date(cutover_date, '+0 days')),
  successor_event_id TEXT
    CHECK (length(CAST(successor_event_id AS BLOB)) = 36
      AND successor_event_id GLOB '????????-????-????-????-????????????'
      AND length(replace(successor_event_id, '-', '')) = 32
      AND successor_event_id NOT GLOB '*[^0-9a-f-]*'),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  CONSTRAINT calendar_series_cutovers_hands_over CHECK (successor_event_id <> series_id)
) STRICT;

CREATE UNIQUE INDEX idx_calendar_series_cutovers_day
  ON calendar_series_cutovers (series_id, recurrence_generation, cutover_date);
CREATE INDEX idx_calendar_series_cutovers_successor
  ON calendar_series_cutovers (successor_event_id)
  WHERE successor_event_id IS NOT NULL;

CREATE TABLE task_calendar_event_links (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  calendar_event_id TEXT NOT NULL REFERENCES calendar_events (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (task_id, calendar_event_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_task_calendar_event_links_event ON task_calendar_event_links (calendar_event_id);

-- -----------------------------------------------------------------------------------------------
-- Habits
-- -----------------------------------------------------------------------------------------------

-- A habit's name is taken only while the habit is kept up: an archived one gives its name free.
CREATE TABLE habits (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  name TEXT NOT NULL CHECK (trim(name) <> ''),
  lookup_key TEXT NOT NULL DEFAULT '',
  cue TEXT,
  icon TEXT CHECK (trim(icon) <> ''),
  color TEXT
    CHECK (color IN ('red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple',
      'pink', 'brown', 'gray')),
  frequency TEXT NOT NULL DEFAULT 'daily'
    CHECK (frequency IN ('daily', 'weekdays', 'weekly', 'monthly')),
  -- How often within the period that frequency names: each day, each chosen weekday, a week or a
  -- month. Eight glasses of water a day are near 250 a month.
  target_count INTEGER NOT NULL DEFAULT 1 CHECK (target_count BETWEEN 1 AND 1000),
  start_date TEXT
    CHECK (start_date GLOB '????-??-??' AND start_date IS date(start_date, '+0 days')),
  position INTEGER NOT NULL DEFAULT 0 CHECK (position >= 0),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

CREATE UNIQUE INDEX idx_habits_lookup_key ON habits (lookup_key) WHERE archived = 0;
CREATE INDEX idx_habits_order ON habits (position, id) WHERE archived = 0;

CREATE TRIGGER habits_derive_lookup_key_on_insert
AFTER INSERT ON habits
WHEN NEW.lookup_key IS NOT lower(trim(NEW.name))
BEGIN
  UPDATE habits SET lookup_key = lower(trim(NEW.name)) WHERE id = NEW.id;
END;

CREATE TRIGGER habits_derive_lookup_key_on_update
AFTER UPDATE OF name, lookup_key ON habits
WHEN NEW.lookup_key IS NOT lower(trim(NEW.name))
BEGIN
  UPDATE habits SET lookup_key = lower(trim(NEW.name)) WHERE id = NEW.id;
END;

-- ISO weekdays, Monday 1 to Sunday 7; they travel inside the habit.
CREATE TABLE habit_weekdays (
  habit_id TEXT NOT NULL REFERENCES habits (id) ON DELETE CASCADE,
  weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  PRIMARY KEY (habit_id, weekday)
) STRICT, WITHOUT ROWID;

CREATE TABLE habit_completions (
  habit_id TEXT NOT NULL REFERENCES habits (id) ON DELETE CASCADE,
  completed_date TEXT NOT NULL
    CHECK (completed_date GLOB '????-??-??'
      AND completed_date IS date(completed_date, '+0 days')),
  -- Zero is a completion that was taken back: it must still win over an older one.
  completion_count INTEGER NOT NULL DEFAULT 1 CHECK (completion_count >= 0),
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
  PRIMARY KEY (habit_id, completed_date)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_habit_completions_day ON habit_completions (completed_date);

CREATE TABLE habit_reminder_policies (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  habit_id TEXT NOT NULL REFERENCES habits (id) ON DELETE CASCADE,
  reminder_time TEXT NOT NULL
    CHECK (reminder_time BETWEEN '00:00' AND '23:59'
      AND reminder_time IS strftime('%H:%M', reminder_time)),
  enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

CREATE UNIQUE INDEX idx_habit_reminder_policies_time
  ON habit_reminder_policies (habit_id, reminder_time);
CREATE INDEX idx_habit_reminder_policies_due
  ON habit_reminder_policies (reminder_time, id)
  WHERE enabled = 1;

-- -----------------------------------------------------------------------------------------------
-- Notes to the assistant, and preferences
-- -----------------------------------------------------------------------------------------------

-- What the person wants the assistant to remember, in the person's own words.
CREATE TABLE memories (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  key TEXT NOT NULL CHECK (trim(key) <> ''),
  content TEXT NOT NULL,
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

CREATE UNIQUE INDEX idx_memories_key ON memories (key);
CREATE INDEX idx_memories_recent ON memories (updated_at DESC, id);

-- Preferences that follow the person. What belongs to a device is in device_state.
CREATE TABLE preferences (
  key TEXT NOT NULL PRIMARY KEY CHECK (trim(key) <> ''),
  value TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(value)),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

-- -----------------------------------------------------------------------------------------------
-- The day: focus, schedule, review. One row a civil day, whose parts travel inside it.
-- -----------------------------------------------------------------------------------------------

CREATE TABLE current_focus (
  date TEXT NOT NULL PRIMARY KEY
    CHECK (date GLOB '????-??-??' AND date IS date(date, '+0 days')),
  briefing TEXT,
  time_zone TEXT
    CHECK (time_zone GLOB '[A-Z]*' AND time_zone NOT GLOB '*[^A-Za-z0-9_+/-]*'
      AND length(time_zone) <= 64),
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

CREATE TABLE current_focus_items (
  date TEXT NOT NULL REFERENCES current_focus (date) ON DELETE CASCADE
    CHECK (date GLOB '????-??-??' AND date IS date(date, '+0 days')),
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  PRIMARY KEY (date, task_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX idx_current_focus_items_order ON current_focus_items (date, position);
CREATE INDEX idx_current_focus_items_task ON current_focus_items (task_id);

CREATE TABLE focus_schedule (
  date TEXT NOT NULL PRIMARY KEY
    CHECK (date GLOB '????-??-??' AND date IS date(date, '+0 days')),
  time_zone TEXT
    CHECK (time_zone GLOB '[A-Z]*' AND time_zone NOT GLOB '*[^A-Za-z0-9_+/-]*'
      AND length(time_zone) <= 64),
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

-- Minutes count from midnight of the day; 1440 is its end. A block may name a task or event that
-- this device has not received yet, or has no more: a schedule arrives, and is replaced, as a
-- whole. So there is no foreign key on either, and the title is kept.
CREATE TABLE focus_schedule_blocks (
  date TEXT NOT NULL REFERENCES focus_schedule (date) ON DELETE CASCADE
    CHECK (date GLOB '????-??-??' AND date IS date(date, '+0 days')),
  position INTEGER NOT NULL CHECK (position >= 0),
  kind TEXT NOT NULL CHECK (kind IN ('break', 'buffer', 'task', 'event')),
  start_minute INTEGER NOT NULL CHECK (start_minute BETWEEN 0 AND 1440),
  end_minute INTEGER NOT NULL CHECK (end_minute BETWEEN 0 AND 1440),
  title TEXT,
  task_id TEXT
    CHECK (length(CAST(task_id AS BLOB)) = 36
      AND task_id GLOB '????????-????-????-????-????????????'
      AND length(replace(task_id, '-', '')) = 32 AND task_id NOT GLOB '*[^0-9a-f-]*'),
  calendar_event_id TEXT
    CHECK (length(CAST(calendar_event_id AS BLOB)) = 36
      AND calendar_event_id GLOB '????????-????-????-????-????????????'
      AND length(replace(calendar_event_id, '-', '')) = 32
      AND calendar_event_id NOT GLOB '*[^0-9a-f-]*'),
  PRIMARY KEY (date, position),
  CONSTRAINT focus_schedule_blocks_end_not_before_start CHECK (end_minute >= start_minute),
  CONSTRAINT focus_schedule_blocks_kind_names_its_subject
    CHECK ((kind = 'task') = (task_id IS NOT NULL)
      AND (kind = 'event') = (calendar_event_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_focus_schedule_blocks_time ON focus_schedule_blocks (date, start_minute);
CREATE INDEX idx_focus_schedule_blocks_task
  ON focus_schedule_blocks (task_id)
  WHERE task_id IS NOT NULL;
CREATE INDEX idx_focus_schedule_blocks_event
  ON focus_schedule_blocks (calendar_event_id)
  WHERE calendar_event_id IS NOT NULL;

CREATE TABLE daily_reviews (
  date TEXT NOT NULL PRIMARY KEY
    CHECK (date GLOB '????-??-??' AND date IS date(date, '+0 days')),
  summary TEXT NOT NULL,
  mood INTEGER CHECK (mood BETWEEN 1 AND 5),
  energy INTEGER CHECK (energy BETWEEN 1 AND 5),
  wins TEXT,
  blockers TEXT,
  lessons TEXT,
  time_zone TEXT
    CHECK (time_zone GLOB '[A-Z]*' AND time_zone NOT GLOB '*[^A-Za-z0-9_+/-]*'
      AND length(time_zone) <= 64),
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
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

CREATE TABLE daily_review_task_links (
  date TEXT NOT NULL REFERENCES daily_reviews (date) ON DELETE CASCADE
    CHECK (date GLOB '????-??-??' AND date IS date(date, '+0 days')),
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  PRIMARY KEY (date, task_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_daily_review_task_links_task ON daily_review_task_links (task_id);

CREATE TABLE daily_review_list_links (
  date TEXT NOT NULL REFERENCES daily_reviews (date) ON DELETE CASCADE
    CHECK (date GLOB '????-??-??' AND date IS date(date, '+0 days')),
  list_id TEXT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  PRIMARY KEY (date, list_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_daily_review_list_links_list ON daily_review_list_links (list_id);

-- -----------------------------------------------------------------------------------------------
-- What the assistant changed
-- -----------------------------------------------------------------------------------------------

-- An entry says what was done to which rows, for the person to read. It cannot be edited, and
-- leaves only by the retention that the person chose (see audit_*).
CREATE TABLE ai_changelog (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  occurred_at TEXT NOT NULL
    CHECK (occurred_at GLOB '????-??-??T??:??:??.???Z'
      AND occurred_at IS strftime('%Y-%m-%dT%H:%M:%fZ', occurred_at)
      AND substr(occurred_at, 1, 10) IS date(occurred_at, '+0 days')),
  operation TEXT NOT NULL
    CHECK (operation IN ('create', 'update', 'complete', 'reopen', 'cancel', 'defer', 'move',
      'link', 'unlink', 'archive', 'restore', 'delete', 'plan', 'review', 'skip')),
  -- Parts are reported under the thing that they belong to: a reminder under its task.
  entity_type TEXT NOT NULL
    CHECK (entity_type IN ('task', 'list', 'tag', 'calendar_event', 'habit', 'memory', 'preference',
      'current_focus', 'focus_schedule', 'daily_review')),
  summary TEXT NOT NULL CHECK (trim(summary) <> ''),
  tool_name TEXT CHECK (trim(tool_name) <> ''),
  source_device_id TEXT NOT NULL
    CHECK (length(CAST(source_device_id AS BLOB)) = 36
      AND source_device_id GLOB '????????-????-????-????-????????????'
      AND length(replace(source_device_id, '-', '')) = 32
      AND source_device_id NOT GLOB '*[^0-9a-f-]*'),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]')
) STRICT;

CREATE INDEX idx_ai_changelog_recent ON ai_changelog (occurred_at DESC, id);
CREATE INDEX idx_ai_changelog_by_type ON ai_changelog (entity_type, occurred_at DESC, id);
CREATE INDEX idx_ai_changelog_by_device ON ai_changelog (source_device_id, occurred_at DESC);

CREATE TRIGGER ai_changelog_is_append_only
BEFORE UPDATE OF id, occurred_at, operation, entity_type, summary, tool_name, source_device_id
ON ai_changelog
WHEN NEW.id IS NOT OLD.id
  OR NEW.occurred_at IS NOT OLD.occurred_at OR NEW.operation IS NOT OLD.operation
  OR NEW.entity_type IS NOT OLD.entity_type OR NEW.summary IS NOT OLD.summary
  OR NEW.tool_name IS NOT OLD.tool_name OR NEW.source_device_id IS NOT OLD.source_device_id
BEGIN
  SELECT RAISE(ABORT, 'an entry of the changelog cannot be edited');
END;

-- No foreign key to the rows themselves: the entry outlives them.
CREATE TABLE ai_changelog_entities (
  changelog_id TEXT NOT NULL REFERENCES ai_changelog (id) ON DELETE CASCADE,
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  position INTEGER NOT NULL CHECK (position >= 0),
  PRIMARY KEY (changelog_id, entity_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX idx_ai_changelog_entities_order
  ON ai_changelog_entities (changelog_id, position);
CREATE INDEX idx_ai_changelog_entities_history ON ai_changelog_entities (entity_id);

-- -----------------------------------------------------------------------------------------------
-- On this device only
-- -----------------------------------------------------------------------------------------------

CREATE TABLE device_state (
  key TEXT NOT NULL PRIMARY KEY CHECK (trim(key) <> ''),
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days'))
) STRICT;

CREATE TABLE local_counters (
  name TEXT NOT NULL PRIMARY KEY CHECK (trim(name) <> ''),
  value INTEGER NOT NULL DEFAULT 0 CHECK (value >= 0),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days'))
) STRICT;

-- AUTOINCREMENT: a report that quotes an id must never come to mean another error.
CREATE TABLE error_logs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  level TEXT NOT NULL CHECK (level IN ('warning', 'error', 'fault')),
  source TEXT NOT NULL CHECK (trim(source) <> ''),
  message TEXT NOT NULL,
  details TEXT,
  app_build TEXT,
  created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days'))
) STRICT;

CREATE INDEX idx_error_logs_recent ON error_logs (created_at DESC, id DESC);
CREATE INDEX idx_error_logs_by_source ON error_logs (source, created_at DESC);
CREATE INDEX idx_error_logs_by_level ON error_logs (level, created_at DESC);

-- A tool call that is repeated with the same key gets the first call's result, not a second effect.
CREATE TABLE mcp_idempotency (
  tool_name TEXT NOT NULL CHECK (trim(tool_name) <> ''),
  idempotency_key TEXT NOT NULL CHECK (trim(idempotency_key) <> ''),
  -- The same key with other arguments is a mistake of the caller, and is refused.
  arguments_digest TEXT NOT NULL
    CHECK (length(CAST(arguments_digest AS BLOB)) = 64 AND arguments_digest NOT GLOB '*[^0-9a-f]*'),
  call_state TEXT NOT NULL CHECK (call_state IN ('running', 'succeeded', 'failed')),
  result_json TEXT
    CHECK (result_json IS NULL OR
      CASE WHEN json_valid(result_json) THEN json_type(result_json) = 'object' ELSE 0 END),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  finished_at TEXT
    CHECK (finished_at GLOB '????-??-??T??:??:??.???Z'
      AND finished_at IS strftime('%Y-%m-%dT%H:%M:%fZ', finished_at)
      AND substr(finished_at, 1, 10) IS date(finished_at, '+0 days')),
  expires_at TEXT NOT NULL
    CHECK (expires_at GLOB '????-??-??T??:??:??.???Z'
      AND expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)
      AND substr(expires_at, 1, 10) IS date(expires_at, '+0 days')),
  PRIMARY KEY (tool_name, idempotency_key),
  CONSTRAINT mcp_idempotency_running_has_no_result
    CHECK (call_state <> 'running' OR (result_json IS NULL AND finished_at IS NULL)),
  CONSTRAINT mcp_idempotency_expires_after_creation CHECK (expires_at >= created_at)
) STRICT;

CREATE INDEX idx_mcp_idempotency_expiry ON mcp_idempotency (expires_at);
-- After a crash, calls that never finished are looked up by age.
CREATE INDEX idx_mcp_idempotency_running
  ON mcp_idempotency (created_at)
  WHERE call_state = 'running';

-- The two delivery states say what this device's notification centre was told, and what it
-- reported. They are kept apart from the synced reminder, which must not change when a device
-- rings.
CREATE TABLE task_reminder_delivery_state (
  reminder_id TEXT NOT NULL PRIMARY KEY REFERENCES task_reminders (id) ON DELETE CASCADE,
  delivery_state TEXT NOT NULL DEFAULT 'pending'
    CHECK (delivery_state IN ('pending', 'armed', 'delivered', 'failed')),
  last_armed_at TEXT
    CHECK (last_armed_at GLOB '????-??-??T??:??:??.???Z'
      AND last_armed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_armed_at)
      AND substr(last_armed_at, 1, 10) IS date(last_armed_at, '+0 days')),
  last_delivered_at TEXT
    CHECK (last_delivered_at GLOB '????-??-??T??:??:??.???Z'
      AND last_delivered_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_delivered_at)
      AND substr(last_delivered_at, 1, 10) IS date(last_delivered_at, '+0 days')),
  failure_count INTEGER NOT NULL DEFAULT 0 CHECK (failure_count >= 0),
  last_error TEXT,
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  CONSTRAINT task_reminder_delivery_state_armed_has_stamp
    CHECK (delivery_state <> 'armed' OR last_armed_at IS NOT NULL),
  CONSTRAINT task_reminder_delivery_state_delivered_has_stamp
    CHECK (delivery_state <> 'delivered' OR last_delivered_at IS NOT NULL)
) STRICT;

CREATE INDEX idx_task_reminder_delivery_state_to_do
  ON task_reminder_delivery_state (updated_at)
  WHERE delivery_state IN ('pending', 'failed');

CREATE TABLE habit_reminder_delivery_state (
  policy_id TEXT NOT NULL REFERENCES habit_reminder_policies (id) ON DELETE CASCADE,
  occurrence_date TEXT NOT NULL
    CHECK (occurrence_date GLOB '????-??-??'
      AND occurrence_date IS date(occurrence_date, '+0 days')),
  delivery_state TEXT NOT NULL DEFAULT 'pending'
    CHECK (delivery_state IN ('pending', 'armed', 'delivered', 'failed')),
  last_armed_at TEXT
    CHECK (last_armed_at GLOB '????-??-??T??:??:??.???Z'
      AND last_armed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_armed_at)
      AND substr(last_armed_at, 1, 10) IS date(last_armed_at, '+0 days')),
  last_delivered_at TEXT
    CHECK (last_delivered_at GLOB '????-??-??T??:??:??.???Z'
      AND last_delivered_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_delivered_at)
      AND substr(last_delivered_at, 1, 10) IS date(last_delivered_at, '+0 days')),
  failure_count INTEGER NOT NULL DEFAULT 0 CHECK (failure_count >= 0),
  last_error TEXT,
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  PRIMARY KEY (policy_id, occurrence_date),
  CONSTRAINT habit_reminder_delivery_state_armed_has_stamp
    CHECK (delivery_state <> 'armed' OR last_armed_at IS NOT NULL),
  CONSTRAINT habit_reminder_delivery_state_delivered_has_stamp
    CHECK (delivery_state <> 'delivered' OR last_delivered_at IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_habit_reminder_delivery_state_day
  ON habit_reminder_delivery_state (occurrence_date);

-- Copies of what the device's calendars show. They are fetched anew at will, so nothing that is
-- synced refers to them.
CREATE TABLE provider_calendar_events (
  provider_kind TEXT NOT NULL CHECK (provider_kind IN ('system', 'caldav', 'subscription')),
  provider_scope TEXT NOT NULL CHECK (trim(provider_scope) <> ''),
  provider_event_key TEXT NOT NULL CHECK (trim(provider_event_key) <> ''),
  -- Calendars elsewhere allow events without a title.
  title TEXT NOT NULL DEFAULT '',
  location TEXT,
  notes TEXT,
  url TEXT,
  -- For matching only, never shown: scheme and host in lower case, no slash at the end, so that an
  -- invitation and a task that carries its link find each other. A path keeps its case.
  url_normalized TEXT GENERATED ALWAYS AS (
    CASE instr(substr(url, instr(url, '://') + 3), '/')
      WHEN 0 THEN lower(url)
      ELSE lower(substr(url, 1,
          instr(url, '://') + 1 + instr(substr(url, instr(url, '://') + 3), '/')))
        || rtrim(substr(url,
          instr(url, '://') + 2 + instr(substr(url, instr(url, '://') + 3), '/')), '/')
    END) VIRTUAL,
  all_day INTEGER NOT NULL DEFAULT 0 CHECK (all_day IN (0, 1)),
  starts_at TEXT NOT NULL
    CHECK (starts_at GLOB '????-??-??T??:??:??.???Z'
      AND starts_at IS strftime('%Y-%m-%dT%H:%M:%fZ', starts_at)
      AND substr(starts_at, 1, 10) IS date(starts_at, '+0 days')),
  ends_at TEXT NOT NULL
    CHECK (ends_at GLOB '????-??-??T??:??:??.???Z'
      AND ends_at IS strftime('%Y-%m-%dT%H:%M:%fZ', ends_at)
      AND substr(ends_at, 1, 10) IS date(ends_at, '+0 days')),
  time_zone TEXT
    CHECK (time_zone GLOB '[A-Z]*' AND time_zone NOT GLOB '*[^A-Za-z0-9_+/-]*'
      AND length(time_zone) <= 64),
  availability_kind TEXT NOT NULL DEFAULT 'busy'
    CHECK (availability_kind IN ('busy', 'free', 'tentative', 'away')),
  modified_at TEXT
    CHECK (modified_at GLOB '????-??-??T??:??:??.???Z'
      AND modified_at IS strftime('%Y-%m-%dT%H:%M:%fZ', modified_at)
      AND substr(modified_at, 1, 10) IS date(modified_at, '+0 days')),
  fetched_at TEXT NOT NULL
    CHECK (fetched_at GLOB '????-??-??T??:??:??.???Z'
      AND fetched_at IS strftime('%Y-%m-%dT%H:%M:%fZ', fetched_at)
      AND substr(fetched_at, 1, 10) IS date(fetched_at, '+0 days')),
  PRIMARY KEY (provider_kind, provider_scope, provider_event_key),
  CONSTRAINT provider_calendar_events_end_not_before_start CHECK (ends_at >= starts_at)
) STRICT;

CREATE INDEX idx_provider_calendar_events_start ON provider_calendar_events (starts_at, ends_at);
CREATE INDEX idx_provider_calendar_events_end ON provider_calendar_events (ends_at);
CREATE INDEX idx_provider_calendar_events_url
  ON provider_calendar_events (url_normalized)
  WHERE url_normalized IS NOT NULL;
CREATE INDEX idx_provider_calendar_events_stale
  ON provider_calendar_events (provider_kind, provider_scope, fetched_at);

CREATE TABLE provider_scope_runtime_state (
  provider_kind TEXT NOT NULL CHECK (provider_kind IN ('system', 'caldav', 'subscription')),
  provider_scope TEXT NOT NULL CHECK (trim(provider_scope) <> ''),
  is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  permission_state TEXT NOT NULL DEFAULT 'undetermined'
    CHECK (permission_state IN ('undetermined', 'granted', 'denied', 'restricted')),
  refresh_state TEXT NOT NULL DEFAULT 'idle' CHECK (refresh_state IN ('idle', 'running', 'failed')),
  last_refreshed_at TEXT
    CHECK (last_refreshed_at GLOB '????-??-??T??:??:??.???Z'
      AND last_refreshed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', last_refreshed_at)
      AND substr(last_refreshed_at, 1, 10) IS date(last_refreshed_at, '+0 days')),
  next_refresh_at TEXT
    CHECK (next_refresh_at GLOB '????-??-??T??:??:??.???Z'
      AND next_refresh_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_refresh_at)
      AND substr(next_refresh_at, 1, 10) IS date(next_refresh_at, '+0 days')),
  consecutive_error_count INTEGER NOT NULL DEFAULT 0 CHECK (consecutive_error_count >= 0),
  last_error TEXT,
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  PRIMARY KEY (provider_kind, provider_scope)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_provider_scope_runtime_state_due
  ON provider_scope_runtime_state (next_refresh_at)
  WHERE is_enabled = 1 AND next_refresh_at IS NOT NULL;

-- The provider's event may vanish from the copies and come back with the next refresh: the link
-- stays.
CREATE TABLE task_provider_event_links (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  provider_kind TEXT NOT NULL CHECK (provider_kind IN ('system', 'caldav', 'subscription')),
  provider_scope TEXT NOT NULL CHECK (trim(provider_scope) <> ''),
  provider_event_key TEXT NOT NULL CHECK (trim(provider_event_key) <> ''),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  PRIMARY KEY (task_id, provider_kind, provider_scope, provider_event_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_task_provider_event_links_event
  ON task_provider_event_links (provider_kind, provider_scope, provider_event_key);

-- Commands from a paired watch arrive in numbered streams, maybe twice and after long silence. The
-- receipts make a command that was seen before a no-op.
CREATE TABLE local_watch_command_streams (
  stream_id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(stream_id AS BLOB)) = 36
      AND stream_id GLOB '????????-????-????-????-????????????'
      AND length(replace(stream_id, '-', '')) = 32 AND stream_id NOT GLOB '*[^0-9a-f-]*'),
  watch_device_id TEXT NOT NULL CHECK (trim(watch_device_id) <> ''),
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  last_received_sequence INTEGER NOT NULL DEFAULT 0 CHECK (last_received_sequence >= 0),
  last_acknowledged_sequence INTEGER NOT NULL DEFAULT 0 CHECK (last_acknowledged_sequence >= 0),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  CONSTRAINT local_watch_command_streams_acknowledges_what_came
    CHECK (last_acknowledged_sequence <= last_received_sequence)
) STRICT;

CREATE UNIQUE INDEX idx_local_watch_command_streams_device
  ON local_watch_command_streams (watch_device_id, generation);

CREATE TABLE local_watch_command_receipts (
  stream_id TEXT NOT NULL REFERENCES local_watch_command_streams (stream_id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  command_id TEXT NOT NULL
    CHECK (length(CAST(command_id AS BLOB)) = 36
      AND command_id GLOB '????????-????-????-????-????????????'
      AND length(replace(command_id, '-', '')) = 32 AND command_id NOT GLOB '*[^0-9a-f-]*'),
  command_kind TEXT NOT NULL
    CHECK (command_kind IN ('complete_task', 'reopen_task', 'defer_task', 'complete_habit',
      'dismiss_reminder', 'capture_task')),
  receipt_status TEXT NOT NULL CHECK (receipt_status IN ('applied', 'superseded', 'rejected')),
  rejection TEXT,
  received_at TEXT NOT NULL
    CHECK (received_at GLOB '????-??-??T??:??:??.???Z'
      AND received_at IS strftime('%Y-%m-%dT%H:%M:%fZ', received_at)
      AND substr(received_at, 1, 10) IS date(received_at, '+0 days')),
  PRIMARY KEY (stream_id, sequence),
  CONSTRAINT local_watch_command_receipts_rejection_is_explained
    CHECK ((receipt_status = 'rejected') = (rejection IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX idx_local_watch_command_receipts_command
  ON local_watch_command_receipts (command_id);
CREATE INDEX idx_local_watch_command_receipts_age ON local_watch_command_receipts (received_at);

-- -----------------------------------------------------------------------------------------------
-- Sync: what goes out, what came in, what was merged
--
-- Transport tables take any well-formed entity_type: they must hold what a newer device sends,
-- until this one is updated, and must not be rebuilt for each new entity. Which entities may be
-- sent is for the payload contract to say. Tables that judge rows of this schema (tombstones,
-- redirects) list their entities.
-- -----------------------------------------------------------------------------------------------

-- Changes drain in the order in which they were made. AUTOINCREMENT: an id that was handed to the
-- transport must not come again after its row was cleared away.
CREATE TABLE sync_outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  operation TEXT NOT NULL CHECK (operation IN ('upsert', 'delete')),
  payload TEXT NOT NULL
    CHECK (CASE WHEN json_valid(payload) THEN json_type(payload) = 'object' ELSE 0 END),
  payload_schema INTEGER NOT NULL CHECK (payload_schema >= 1),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  synced_at TEXT
    CHECK (synced_at GLOB '????-??-??T??:??:??.???Z'
      AND synced_at IS strftime('%Y-%m-%dT%H:%M:%fZ', synced_at)
      AND substr(synced_at, 1, 10) IS date(synced_at, '+0 days')),
  -- NULL is ready to go. retry_wait waits for its time. future_record_hold waits for an update of
  -- the app, since the server's record was written under a newer contract.
  disposition TEXT CHECK (disposition IN ('retry_wait', 'future_record_hold')),
  next_retry_at TEXT
    CHECK (next_retry_at GLOB '????-??-??T??:??:??.???Z'
      AND next_retry_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_retry_at)
      AND substr(next_retry_at, 1, 10) IS date(next_retry_at, '+0 days')),
  future_record_version TEXT
    CHECK (length(CAST(future_record_version AS BLOB)) = 35
      AND future_record_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  retry_count INTEGER NOT NULL DEFAULT 0 CHECK (retry_count >= 0),
  consecutive_error_count INTEGER NOT NULL DEFAULT 0 CHECK (consecutive_error_count >= 0),
  last_error TEXT,
  CONSTRAINT sync_outbox_errors_are_retries CHECK (consecutive_error_count <= retry_count),
  CONSTRAINT sync_outbox_wait_has_a_time
    CHECK ((disposition IS 'retry_wait') = (next_retry_at IS NOT NULL)),
  CONSTRAINT sync_outbox_hold_has_a_record
    CHECK ((disposition IS 'future_record_hold') = (future_record_version IS NOT NULL)),
  CONSTRAINT sync_outbox_synced_is_done CHECK (synced_at IS NULL OR disposition IS NULL)
) STRICT;

-- Holds one NULL and the id of each unsynced row, in id order.
CREATE INDEX idx_sync_outbox_unsynced ON sync_outbox (synced_at) WHERE synced_at IS NULL;
CREATE INDEX idx_sync_outbox_retry
  ON sync_outbox (next_retry_at, id)
  WHERE disposition = 'retry_wait';
CREATE INDEX idx_sync_outbox_held
  ON sync_outbox (entity_type, entity_id, future_record_version)
  WHERE disposition = 'future_record_hold';
CREATE INDEX idx_sync_outbox_entity
  ON sync_outbox (entity_type, entity_id, id)
  WHERE synced_at IS NULL;
CREATE INDEX idx_sync_outbox_synced ON sync_outbox (synced_at, id) WHERE synced_at IS NOT NULL;

-- Envelopes that cannot be applied yet, in order of arrival.
CREATE TABLE sync_pending_inbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  operation TEXT NOT NULL CHECK (operation IN ('upsert', 'delete')),
  payload TEXT NOT NULL
    CHECK (CASE WHEN json_valid(payload) THEN json_type(payload) = 'object' ELSE 0 END),
  payload_schema INTEGER NOT NULL CHECK (payload_schema >= 1),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  source_device_id TEXT NOT NULL
    CHECK (length(CAST(source_device_id AS BLOB)) = 36
      AND source_device_id GLOB '????????-????-????-????-????????????'
      AND length(replace(source_device_id, '-', '')) = 32
      AND source_device_id NOT GLOB '*[^0-9a-f-]*'),
  pending_kind TEXT NOT NULL
    CHECK (pending_kind IN ('unknown_entity', 'newer_payload', 'missing_parent')),
  parent_entity_type TEXT
    CHECK (parent_entity_type GLOB '[a-z]*' AND parent_entity_type NOT GLOB '*[^a-z0-9_]*'),
  parent_entity_id TEXT CHECK (trim(parent_entity_id) <> ''),
  attempt_count INTEGER NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  received_at TEXT NOT NULL
    CHECK (received_at GLOB '????-??-??T??:??:??.???Z'
      AND received_at IS strftime('%Y-%m-%dT%H:%M:%fZ', received_at)
      AND substr(received_at, 1, 10) IS date(received_at, '+0 days')),
  CONSTRAINT sync_pending_inbox_names_its_parent
    CHECK ((pending_kind = 'missing_parent') = (parent_entity_id IS NOT NULL)
      AND (parent_entity_type IS NULL) = (parent_entity_id IS NULL))
) STRICT;

CREATE UNIQUE INDEX idx_sync_pending_inbox_envelope
  ON sync_pending_inbox (entity_type, entity_id, version);
CREATE INDEX idx_sync_pending_inbox_parent
  ON sync_pending_inbox (parent_entity_type, parent_entity_id, id)
  WHERE parent_entity_id IS NOT NULL;
CREATE INDEX idx_sync_pending_inbox_by_kind ON sync_pending_inbox (pending_kind, id);
CREATE INDEX idx_sync_pending_inbox_age ON sync_pending_inbox (received_at);

-- What was deleted, and when, so that an older upsert does not bring it back. Changelog entries,
-- redirects and cutovers are never deleted by sync, and have no tombstones.
CREATE TABLE sync_tombstones (
  entity_type TEXT NOT NULL
    CHECK (entity_type IN ('calendar_event', 'current_focus', 'daily_review', 'focus_schedule',
      'habit', 'habit_completion', 'habit_reminder_policy', 'list', 'memory', 'preference', 'tag',
      'task', 'task_calendar_event_link', 'task_checklist_item', 'task_dependency',
      'task_reminder', 'task_tag')),
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

CREATE INDEX idx_sync_tombstones_age ON sync_tombstones (deleted_at);
CREATE INDEX idx_sync_tombstones_version ON sync_tombstones (version);

-- How far each stream of each transport has been read.
CREATE TABLE sync_checkpoints (
  transport TEXT NOT NULL CHECK (trim(transport) <> ''),
  stream TEXT NOT NULL CHECK (trim(stream) <> ''),
  checkpoint_token TEXT NOT NULL,
  applied_version TEXT
    CHECK (length(CAST(applied_version AS BLOB)) = 35
      AND applied_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  PRIMARY KEY (transport, stream)
) STRICT, WITHOUT ROWID;

-- Merges in which something was lost, for the person to look at and maybe take back.
CREATE TABLE sync_conflict_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  conflict_kind TEXT NOT NULL
    CHECK (conflict_kind IN ('concurrent_edit', 'edit_after_delete', 'natural_key',
      'dependency_cycle')),
  register_name TEXT CHECK (trim(register_name) <> ''),
  winner_version TEXT NOT NULL
    CHECK (length(CAST(winner_version AS BLOB)) = 35
      AND winner_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  loser_version TEXT NOT NULL
    CHECK (length(CAST(loser_version AS BLOB)) = 35
      AND loser_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  loser_payload TEXT
    CHECK (loser_payload IS NULL OR
      CASE WHEN json_valid(loser_payload) THEN json_type(loser_payload) = 'object' ELSE 0 END),
  detected_at TEXT NOT NULL
    CHECK (detected_at GLOB '????-??-??T??:??:??.???Z'
      AND detected_at IS strftime('%Y-%m-%dT%H:%M:%fZ', detected_at)
      AND substr(detected_at, 1, 10) IS date(detected_at, '+0 days')),
  reviewed_at TEXT
    CHECK (reviewed_at GLOB '????-??-??T??:??:??.???Z'
      AND reviewed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', reviewed_at)
      AND substr(reviewed_at, 1, 10) IS date(reviewed_at, '+0 days'))
) STRICT;

CREATE INDEX idx_sync_conflict_log_entity
  ON sync_conflict_log (entity_type, entity_id, detected_at DESC);
CREATE INDEX idx_sync_conflict_log_open
  ON sync_conflict_log (detected_at DESC, id)
  WHERE reviewed_at IS NULL;
CREATE INDEX idx_sync_conflict_log_reviewed
  ON sync_conflict_log (reviewed_at)
  WHERE reviewed_at IS NOT NULL;

-- What a newer device said beyond the columns of this schema. It is merged back into the row's
-- payload on the way out, so that an older device does not erase what it cannot read.
CREATE TABLE sync_payload_shadow (
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  payload TEXT NOT NULL
    CHECK (CASE WHEN json_valid(payload) THEN json_type(payload) = 'object' ELSE 0 END),
  payload_schema INTEGER NOT NULL CHECK (payload_schema >= 1),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  PRIMARY KEY (entity_type, entity_id)
) STRICT;

-- After an update of the app: everything that can now be read in full.
CREATE INDEX idx_sync_payload_shadow_schema ON sync_payload_shadow (payload_schema);

-- When two devices made what is one thing (the same tag, the same occurrence), one id gives way to
-- the other. Only entities with a natural key can come to this.
CREATE TABLE sync_entity_redirects (
  entity_type TEXT NOT NULL
    CHECK (entity_type IN ('calendar_event', 'habit', 'habit_reminder_policy', 'memory', 'tag',
      'task')),
  source_id TEXT NOT NULL
    CHECK (length(CAST(source_id AS BLOB)) = 36
      AND source_id GLOB '????????-????-????-????-????????????'
      AND length(replace(source_id, '-', '')) = 32 AND source_id NOT GLOB '*[^0-9a-f-]*'),
  target_id TEXT NOT NULL
    CHECK (length(CAST(target_id AS BLOB)) = 36
      AND target_id GLOB '????????-????-????-????-????????????'
      AND length(replace(target_id, '-', '')) = 32 AND target_id NOT GLOB '*[^0-9a-f-]*'),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (entity_type, source_id),
  CONSTRAINT sync_entity_redirects_leads_elsewhere CHECK (source_id <> target_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_sync_entity_redirects_target ON sync_entity_redirects (entity_type, target_id);

-- Envelopes that broke the merge. They are skipped until the app is updated, so that one bad record
-- does not stop all others.
CREATE TABLE sync_quarantine_blocklist (
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  block_kind TEXT NOT NULL
    CHECK (block_kind IN ('malformed', 'contract_violation', 'constraint_violation', 'crash')),
  payload_digest TEXT
    CHECK (length(CAST(payload_digest AS BLOB)) = 64 AND payload_digest NOT GLOB '*[^0-9a-f]*'),
  last_error TEXT,
  attempt_count INTEGER NOT NULL DEFAULT 1 CHECK (attempt_count >= 0),
  app_build TEXT NOT NULL CHECK (trim(app_build) <> ''),
  blocked_at TEXT NOT NULL
    CHECK (blocked_at GLOB '????-??-??T??:??:??.???Z'
      AND blocked_at IS strftime('%Y-%m-%dT%H:%M:%fZ', blocked_at)
      AND substr(blocked_at, 1, 10) IS date(blocked_at, '+0 days')),
  PRIMARY KEY (entity_type, entity_id, version)
) STRICT;

CREATE INDEX idx_sync_quarantine_blocklist_build ON sync_quarantine_blocklist (app_build);
CREATE INDEX idx_sync_quarantine_blocklist_recent ON sync_quarantine_blocklist (blocked_at DESC);

-- -----------------------------------------------------------------------------------------------
-- Sync over CloudKit
--
-- The account binding is the root: while anything is known about an account's zone, its binding
-- stays, because a cursor without the account it belongs to would be used on the wrong one.
-- -----------------------------------------------------------------------------------------------

CREATE TABLE sync_cloudkit_account_binding (
  -- A digest of container and user record, never the person's name or address.
  account_id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(account_id AS BLOB)) = 64 AND account_id NOT GLOB '*[^0-9a-f]*'),
  container_name TEXT NOT NULL CHECK (trim(container_name) <> ''),
  binding_state TEXT NOT NULL
    CHECK (binding_state IN ('pending', 'active', 'signed_out', 'replaced')),
  bound_at TEXT NOT NULL
    CHECK (bound_at GLOB '????-??-??T??:??:??.???Z'
      AND bound_at IS strftime('%Y-%m-%dT%H:%M:%fZ', bound_at)
      AND substr(bound_at, 1, 10) IS date(bound_at, '+0 days')),
  verified_at TEXT
    CHECK (verified_at GLOB '????-??-??T??:??:??.???Z'
      AND verified_at IS strftime('%Y-%m-%dT%H:%M:%fZ', verified_at)
      AND substr(verified_at, 1, 10) IS date(verified_at, '+0 days')),
  unbound_at TEXT
    CHECK (unbound_at GLOB '????-??-??T??:??:??.???Z'
      AND unbound_at IS strftime('%Y-%m-%dT%H:%M:%fZ', unbound_at)
      AND substr(unbound_at, 1, 10) IS date(unbound_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  CONSTRAINT sync_cloudkit_account_binding_end_not_before_start CHECK (unbound_at >= bound_at)
) STRICT;

-- One account at a time.
CREATE UNIQUE INDEX idx_sync_cloudkit_account_binding_active
  ON sync_cloudkit_account_binding (container_name)
  WHERE binding_state = 'active';

-- The server's record of which generation of a zone is in force, as this device last saw it.
CREATE TABLE sync_cloudkit_authority_witness (
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  zone_name TEXT NOT NULL CHECK (trim(zone_name) <> ''),
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  record_change_tag TEXT NOT NULL CHECK (trim(record_change_tag) <> ''),
  authority_version TEXT NOT NULL
    CHECK (length(CAST(authority_version AS BLOB)) = 35
      AND authority_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  observed_at TEXT NOT NULL
    CHECK (observed_at GLOB '????-??-??T??:??:??.???Z'
      AND observed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', observed_at)
      AND substr(observed_at, 1, 10) IS date(observed_at, '+0 days')),
  PRIMARY KEY (account_id, zone_name)
) STRICT, WITHOUT ROWID;

-- A generation is one life of a zone: after a reset or a compaction a new one begins.
CREATE TABLE sync_cloudkit_generation_descriptor (
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  predecessor_generation TEXT
    CHECK (length(CAST(predecessor_generation AS BLOB)) = 36
      AND predecessor_generation GLOB '????????-????-????-????-????????????'
      AND length(replace(predecessor_generation, '-', '')) = 32
      AND predecessor_generation NOT GLOB '*[^0-9a-f-]*'),
  descriptor_state TEXT NOT NULL
    CHECK (descriptor_state IN ('building', 'sealed', 'in_force', 'retired')),
  created_by_device_id TEXT NOT NULL
    CHECK (length(CAST(created_by_device_id AS BLOB)) = 36
      AND created_by_device_id GLOB '????????-????-????-????-????????????'
      AND length(replace(created_by_device_id, '-', '')) = 32
      AND created_by_device_id NOT GLOB '*[^0-9a-f-]*'),
  item_count INTEGER NOT NULL DEFAULT 0 CHECK (item_count >= 0),
  tombstone_count INTEGER NOT NULL DEFAULT 0 CHECK (tombstone_count >= 0),
  content_digest TEXT
    CHECK (length(CAST(content_digest AS BLOB)) = 64 AND content_digest NOT GLOB '*[^0-9a-f]*'),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  sealed_at TEXT
    CHECK (sealed_at GLOB '????-??-??T??:??:??.???Z'
      AND sealed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sealed_at)
      AND substr(sealed_at, 1, 10) IS date(sealed_at, '+0 days')),
  PRIMARY KEY (account_id, generation),
  CONSTRAINT sync_cloudkit_generation_descriptor_follows_another
    CHECK (predecessor_generation <> generation),
  CONSTRAINT sync_cloudkit_generation_descriptor_sealed_is_known
    CHECK (descriptor_state = 'building' OR (sealed_at IS NOT NULL AND content_digest IS NOT NULL))
) STRICT;

CREATE INDEX idx_sync_cloudkit_generation_descriptor_state
  ON sync_cloudkit_generation_descriptor (descriptor_state, created_at DESC);

-- A full walk through a zone, page by page, that a killed app can take up again.
CREATE TABLE sync_cloudkit_traversal_progress (
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  zone_name TEXT NOT NULL CHECK (trim(zone_name) <> ''),
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  change_token BLOB,
  page_count INTEGER NOT NULL DEFAULT 0 CHECK (page_count >= 0),
  record_count INTEGER NOT NULL DEFAULT 0 CHECK (record_count >= 0),
  started_at TEXT NOT NULL
    CHECK (started_at GLOB '????-??-??T??:??:??.???Z'
      AND started_at IS strftime('%Y-%m-%dT%H:%M:%fZ', started_at)
      AND substr(started_at, 1, 10) IS date(started_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  PRIMARY KEY (account_id, zone_name)
) STRICT;

-- Proof that one such walk reached its end: only then may absence be read as deletion.
CREATE TABLE sync_cloudkit_traversal_witness (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  zone_name TEXT NOT NULL CHECK (trim(zone_name) <> ''),
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  record_count INTEGER NOT NULL CHECK (record_count >= 0),
  content_digest TEXT
    CHECK (length(CAST(content_digest AS BLOB)) = 64 AND content_digest NOT GLOB '*[^0-9a-f]*'),
  started_at TEXT NOT NULL
    CHECK (started_at GLOB '????-??-??T??:??:??.???Z'
      AND started_at IS strftime('%Y-%m-%dT%H:%M:%fZ', started_at)
      AND substr(started_at, 1, 10) IS date(started_at, '+0 days')),
  completed_at TEXT NOT NULL
    CHECK (completed_at GLOB '????-??-??T??:??:??.???Z'
      AND completed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', completed_at)
      AND substr(completed_at, 1, 10) IS date(completed_at, '+0 days')),
  CONSTRAINT sync_cloudkit_traversal_witness_end_not_before_start CHECK (completed_at >= started_at)
) STRICT;

CREATE UNIQUE INDEX idx_sync_cloudkit_traversal_witness_generation
  ON sync_cloudkit_traversal_witness (account_id, zone_name, generation);

-- Where the next incremental fetch begins. It rests on a complete walk of the same generation, and
-- that witness stays as long as the cursor does.
CREATE TABLE sync_cloudkit_incremental_cursor (
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  zone_name TEXT NOT NULL CHECK (trim(zone_name) <> ''),
  witness_id TEXT NOT NULL REFERENCES sync_cloudkit_traversal_witness (id) ON DELETE RESTRICT,
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  change_token BLOB NOT NULL CHECK (length(change_token) > 0),
  advanced_at TEXT NOT NULL
    CHECK (advanced_at GLOB '????-??-??T??:??:??.???Z'
      AND advanced_at IS strftime('%Y-%m-%dT%H:%M:%fZ', advanced_at)
      AND substr(advanced_at, 1, 10) IS date(advanced_at, '+0 days')),
  PRIMARY KEY (account_id, zone_name)
) STRICT;

CREATE INDEX idx_sync_cloudkit_incremental_cursor_witness
  ON sync_cloudkit_incremental_cursor (witness_id);

-- Records on the server that cannot be read. A fence keeps them from being taken for deletions, and
-- from being overwritten by this device.
CREATE TABLE sync_cloudkit_corrupt_record_fences (
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  zone_name TEXT NOT NULL CHECK (trim(zone_name) <> ''),
  record_name TEXT NOT NULL CHECK (trim(record_name) <> ''),
  fence_kind TEXT NOT NULL
    CHECK (fence_kind IN ('undecodable', 'digest_mismatch', 'identity_mismatch', 'asset_missing')),
  record_change_tag TEXT CHECK (trim(record_change_tag) <> ''),
  attempt_count INTEGER NOT NULL DEFAULT 1 CHECK (attempt_count >= 0),
  fenced_at TEXT NOT NULL
    CHECK (fenced_at GLOB '????-??-??T??:??:??.???Z'
      AND fenced_at IS strftime('%Y-%m-%dT%H:%M:%fZ', fenced_at)
      AND substr(fenced_at, 1, 10) IS date(fenced_at, '+0 days')),
  lifted_at TEXT
    CHECK (lifted_at GLOB '????-??-??T??:??:??.???Z'
      AND lifted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', lifted_at)
      AND substr(lifted_at, 1, 10) IS date(lifted_at, '+0 days')),
  PRIMARY KEY (account_id, zone_name, record_name),
  CONSTRAINT sync_cloudkit_corrupt_record_fences_end_not_before_start CHECK (lifted_at >= fenced_at)
) STRICT;

CREATE INDEX idx_sync_cloudkit_corrupt_record_fences_standing
  ON sync_cloudkit_corrupt_record_fences (account_id, zone_name, fenced_at)
  WHERE lifted_at IS NULL;

-- -----------------------------------------------------------------------------------------------
-- Snapshots: a whole account as seen from the server, and a new generation built from this device
-- -----------------------------------------------------------------------------------------------

-- A download of everything, applied in one step once it is complete.
CREATE TABLE sync_authoritative_snapshot (
  snapshot_id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(snapshot_id AS BLOB)) = 36
      AND snapshot_id GLOB '????????-????-????-????-????????????'
      AND length(replace(snapshot_id, '-', '')) = 32 AND snapshot_id NOT GLOB '*[^0-9a-f-]*'),
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  snapshot_state TEXT NOT NULL DEFAULT 'receiving'
    CHECK (snapshot_state IN ('receiving', 'complete', 'applied', 'abandoned')),
  expected_record_count INTEGER NOT NULL DEFAULT 0 CHECK (expected_record_count >= 0),
  started_at TEXT NOT NULL
    CHECK (started_at GLOB '????-??-??T??:??:??.???Z'
      AND started_at IS strftime('%Y-%m-%dT%H:%M:%fZ', started_at)
      AND substr(started_at, 1, 10) IS date(started_at, '+0 days')),
  completed_at TEXT
    CHECK (completed_at GLOB '????-??-??T??:??:??.???Z'
      AND completed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', completed_at)
      AND substr(completed_at, 1, 10) IS date(completed_at, '+0 days')),
  applied_at TEXT
    CHECK (applied_at GLOB '????-??-??T??:??:??.???Z'
      AND applied_at IS strftime('%Y-%m-%dT%H:%M:%fZ', applied_at)
      AND substr(applied_at, 1, 10) IS date(applied_at, '+0 days')),
  CONSTRAINT sync_authoritative_snapshot_applied_has_instant
    CHECK (snapshot_state <> 'applied' OR applied_at IS NOT NULL)
) STRICT;

CREATE INDEX idx_sync_authoritative_snapshot_account
  ON sync_authoritative_snapshot (account_id, started_at DESC);
CREATE UNIQUE INDEX idx_sync_authoritative_snapshot_open
  ON sync_authoritative_snapshot (account_id, generation)
  WHERE snapshot_state = 'receiving';

CREATE TABLE sync_authoritative_snapshot_records (
  snapshot_id TEXT NOT NULL
    REFERENCES sync_authoritative_snapshot (snapshot_id) ON DELETE CASCADE,
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  operation TEXT NOT NULL CHECK (operation IN ('upsert', 'delete')),
  payload TEXT NOT NULL
    CHECK (CASE WHEN json_valid(payload) THEN json_type(payload) = 'object' ELSE 0 END),
  payload_schema INTEGER NOT NULL CHECK (payload_schema >= 1),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  is_applied INTEGER NOT NULL DEFAULT 0 CHECK (is_applied IN (0, 1)),
  PRIMARY KEY (snapshot_id, entity_type, entity_id)
) STRICT;

CREATE INDEX idx_sync_authoritative_snapshot_records_to_apply
  ON sync_authoritative_snapshot_records (snapshot_id, version)
  WHERE is_applied = 0;

-- A new generation is staged here in full, uploaded, read back, compared, and only then put in
-- force.
CREATE TABLE sync_generation_snapshot_staging (
  staging_id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(staging_id AS BLOB)) = 36
      AND staging_id GLOB '????????-????-????-????-????????????'
      AND length(replace(staging_id, '-', '')) = 32 AND staging_id NOT GLOB '*[^0-9a-f-]*'),
  account_id TEXT NOT NULL REFERENCES sync_cloudkit_account_binding (account_id) ON DELETE RESTRICT,
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  staging_state TEXT NOT NULL DEFAULT 'collecting'
    CHECK (staging_state IN ('collecting', 'uploading', 'reading_back', 'verified', 'abandoned')),
  item_count INTEGER NOT NULL DEFAULT 0 CHECK (item_count >= 0),
  uploaded_count INTEGER NOT NULL DEFAULT 0 CHECK (uploaded_count >= 0),
  content_digest TEXT
    CHECK (length(CAST(content_digest AS BLOB)) = 64 AND content_digest NOT GLOB '*[^0-9a-f]*'),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  CONSTRAINT sync_generation_snapshot_staging_uploads_what_it_has
    CHECK (uploaded_count <= item_count),
  CONSTRAINT sync_generation_snapshot_staging_verified_is_known
    CHECK (staging_state <> 'verified' OR content_digest IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX idx_sync_generation_snapshot_staging_generation
  ON sync_generation_snapshot_staging (account_id, generation);
CREATE INDEX idx_sync_generation_snapshot_staging_open
  ON sync_generation_snapshot_staging (created_at)
  WHERE staging_state NOT IN ('verified', 'abandoned');

CREATE TABLE sync_generation_snapshot_items (
  staging_id TEXT NOT NULL
    REFERENCES sync_generation_snapshot_staging (staging_id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  payload TEXT NOT NULL
    CHECK (CASE WHEN json_valid(payload) THEN json_type(payload) = 'object' ELSE 0 END),
  payload_schema INTEGER NOT NULL CHECK (payload_schema >= 1),
  payload_digest TEXT NOT NULL
    CHECK (length(CAST(payload_digest AS BLOB)) = 64 AND payload_digest NOT GLOB '*[^0-9a-f]*'),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  uploaded_at TEXT
    CHECK (uploaded_at GLOB '????-??-??T??:??:??.???Z'
      AND uploaded_at IS strftime('%Y-%m-%dT%H:%M:%fZ', uploaded_at)
      AND substr(uploaded_at, 1, 10) IS date(uploaded_at, '+0 days')),
  PRIMARY KEY (staging_id, position)
) STRICT;

CREATE UNIQUE INDEX idx_sync_generation_snapshot_items_entity
  ON sync_generation_snapshot_items (staging_id, entity_type, entity_id);
CREATE INDEX idx_sync_generation_snapshot_items_to_upload
  ON sync_generation_snapshot_items (staging_id, position)
  WHERE uploaded_at IS NULL;

-- What the server returned for the staged items. Not tied to them: a record that was never staged
-- is just what the comparison must find.
CREATE TABLE sync_generation_snapshot_readback_items (
  staging_id TEXT NOT NULL
    REFERENCES sync_generation_snapshot_staging (staging_id) ON DELETE CASCADE,
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  payload_digest TEXT NOT NULL
    CHECK (length(CAST(payload_digest AS BLOB)) = 64 AND payload_digest NOT GLOB '*[^0-9a-f]*'),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  read_at TEXT NOT NULL
    CHECK (read_at GLOB '????-??-??T??:??:??.???Z'
      AND read_at IS strftime('%Y-%m-%dT%H:%M:%fZ', read_at)
      AND substr(read_at, 1, 10) IS date(read_at, '+0 days')),
  PRIMARY KEY (staging_id, entity_type, entity_id)
) STRICT, WITHOUT ROWID;

-- The server's word that a tombstone was carried over into the new generation.
CREATE TABLE sync_generation_snapshot_tombstone_receipts (
  staging_id TEXT NOT NULL
    REFERENCES sync_generation_snapshot_staging (staging_id) ON DELETE CASCADE,
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  record_change_tag TEXT NOT NULL CHECK (trim(record_change_tag) <> ''),
  received_at TEXT NOT NULL
    CHECK (received_at GLOB '????-??-??T??:??:??.???Z'
      AND received_at IS strftime('%Y-%m-%dT%H:%M:%fZ', received_at)
      AND substr(received_at, 1, 10) IS date(received_at, '+0 days')),
  PRIMARY KEY (staging_id, entity_type, entity_id)
) STRICT, WITHOUT ROWID;

-- Tombstones that a generation left behind. They outlive its staging, without a foreign key: a
-- device that returns after months with an old upsert is answered from here.
CREATE TABLE sync_generation_snapshot_compacted_tombstones (
  generation TEXT NOT NULL
    CHECK (length(CAST(generation AS BLOB)) = 36
      AND generation GLOB '????????-????-????-????-????????????'
      AND length(replace(generation, '-', '')) = 32 AND generation NOT GLOB '*[^0-9a-f-]*'),
  entity_type TEXT NOT NULL
    CHECK (entity_type GLOB '[a-z]*' AND entity_type NOT GLOB '*[^a-z0-9_]*'),
  entity_id TEXT NOT NULL CHECK (trim(entity_id) <> ''),
  version TEXT NOT NULL
    CHECK (length(CAST(version AS BLOB)) = 35
      AND version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  deleted_at TEXT NOT NULL
    CHECK (deleted_at GLOB '????-??-??T??:??:??.???Z'
      AND deleted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', deleted_at)
      AND substr(deleted_at, 1, 10) IS date(deleted_at, '+0 days')),
  compacted_at TEXT NOT NULL
    CHECK (compacted_at GLOB '????-??-??T??:??:??.???Z'
      AND compacted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', compacted_at)
      AND substr(compacted_at, 1, 10) IS date(compacted_at, '+0 days')),
  PRIMARY KEY (generation, entity_type, entity_id),
  CONSTRAINT sync_generation_snapshot_compacted_tombstones_after_deletion
    CHECK (compacted_at >= deleted_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_sync_generation_snapshot_compacted_tombstones_entity
  ON sync_generation_snapshot_compacted_tombstones (entity_type, entity_id, version);
CREATE INDEX idx_sync_generation_snapshot_compacted_tombstones_age
  ON sync_generation_snapshot_compacted_tombstones (compacted_at);

-- -----------------------------------------------------------------------------------------------
-- Audit retention: how long changelog entries are kept, here and on the server
--
-- An entry is purged only under an authorization that every device can check, and the account stays
-- while any authorization, queue or presence still refers to it.
-- -----------------------------------------------------------------------------------------------

CREATE TABLE audit_retention_account_state (
  account_id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(account_id AS BLOB)) = 64 AND account_id NOT GLOB '*[^0-9a-f]*'),
  retention_mode TEXT NOT NULL DEFAULT 'keep' CHECK (retention_mode IN ('keep', 'purge')),
  retention_days INTEGER CHECK (retention_days BETWEEN 1 AND 3650),
  retention_version TEXT NOT NULL
    CHECK (length(CAST(retention_version AS BLOB)) = 35
      AND retention_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  purged_through_at TEXT
    CHECK (purged_through_at GLOB '????-??-??T??:??:??.???Z'
      AND purged_through_at IS strftime('%Y-%m-%dT%H:%M:%fZ', purged_through_at)
      AND substr(purged_through_at, 1, 10) IS date(purged_through_at, '+0 days')),
  updated_at TEXT NOT NULL
    CHECK (updated_at GLOB '????-??-??T??:??:??.???Z'
      AND updated_at IS strftime('%Y-%m-%dT%H:%M:%fZ', updated_at)
      AND substr(updated_at, 1, 10) IS date(updated_at, '+0 days')),
  CONSTRAINT audit_retention_account_state_purge_has_days
    CHECK (retention_mode <> 'purge' OR retention_days IS NOT NULL)
) STRICT;

-- Which retention account this device's changelog belongs to, now and before.
CREATE TABLE audit_retention_binding (
  device_id TEXT NOT NULL
    CHECK (length(CAST(device_id AS BLOB)) = 36
      AND device_id GLOB '????????-????-????-????-????????????'
      AND length(replace(device_id, '-', '')) = 32 AND device_id NOT GLOB '*[^0-9a-f-]*'),
  account_id TEXT NOT NULL REFERENCES audit_retention_account_state (account_id) ON DELETE RESTRICT,
  bound_at TEXT NOT NULL
    CHECK (bound_at GLOB '????-??-??T??:??:??.???Z'
      AND bound_at IS strftime('%Y-%m-%dT%H:%M:%fZ', bound_at)
      AND substr(bound_at, 1, 10) IS date(bound_at, '+0 days')),
  unbound_at TEXT
    CHECK (unbound_at GLOB '????-??-??T??:??:??.???Z'
      AND unbound_at IS strftime('%Y-%m-%dT%H:%M:%fZ', unbound_at)
      AND substr(unbound_at, 1, 10) IS date(unbound_at, '+0 days')),
  PRIMARY KEY (device_id, account_id),
  CONSTRAINT audit_retention_binding_end_not_before_start CHECK (unbound_at >= bound_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_audit_retention_binding_account ON audit_retention_binding (account_id);
CREATE UNIQUE INDEX idx_audit_retention_binding_current
  ON audit_retention_binding (device_id)
  WHERE unbound_at IS NULL;

-- A proposal of what may go: entries up to an instant, by number and digest, so that another device
-- can tell whether it means the same ones.
CREATE TABLE audit_retention_candidate_authorization (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  account_id TEXT NOT NULL REFERENCES audit_retention_account_state (account_id) ON DELETE RESTRICT,
  authorization_status TEXT NOT NULL
    CHECK (authorization_status IN ('proposed', 'confirmed', 'withdrawn', 'expired')),
  cutoff_at TEXT NOT NULL
    CHECK (cutoff_at GLOB '????-??-??T??:??:??.???Z'
      AND cutoff_at IS strftime('%Y-%m-%dT%H:%M:%fZ', cutoff_at)
      AND substr(cutoff_at, 1, 10) IS date(cutoff_at, '+0 days')),
  candidate_count INTEGER NOT NULL CHECK (candidate_count >= 0),
  candidate_digest TEXT NOT NULL
    CHECK (length(CAST(candidate_digest AS BLOB)) = 64 AND candidate_digest NOT GLOB '*[^0-9a-f]*'),
  retention_version TEXT NOT NULL
    CHECK (length(CAST(retention_version AS BLOB)) = 35
      AND retention_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  created_at TEXT NOT NULL
    CHECK (created_at GLOB '????-??-??T??:??:??.???Z'
      AND created_at IS strftime('%Y-%m-%dT%H:%M:%fZ', created_at)
      AND substr(created_at, 1, 10) IS date(created_at, '+0 days')),
  decided_at TEXT
    CHECK (decided_at GLOB '????-??-??T??:??:??.???Z'
      AND decided_at IS strftime('%Y-%m-%dT%H:%M:%fZ', decided_at)
      AND substr(decided_at, 1, 10) IS date(decided_at, '+0 days')),
  CONSTRAINT audit_retention_candidate_authorization_decided_has_instant
    CHECK (authorization_status NOT IN ('confirmed', 'withdrawn') OR decided_at IS NOT NULL),
  CONSTRAINT audit_retention_candidate_authorization_looks_back CHECK (cutoff_at <= created_at)
) STRICT;

CREATE INDEX idx_audit_retention_candidate_authorization_account
  ON audit_retention_candidate_authorization (account_id, created_at DESC);
CREATE INDEX idx_audit_retention_candidate_authorization_open
  ON audit_retention_candidate_authorization (created_at)
  WHERE authorization_status = 'proposed';

-- Leave to delete entries from the server, for a limited time.
CREATE TABLE audit_retention_outbound_authorization (
  id TEXT NOT NULL PRIMARY KEY
    CHECK (length(CAST(id AS BLOB)) = 36 AND id GLOB '????????-????-????-????-????????????'
      AND length(replace(id, '-', '')) = 32 AND id NOT GLOB '*[^0-9a-f-]*'),
  account_id TEXT NOT NULL REFERENCES audit_retention_account_state (account_id) ON DELETE RESTRICT,
  authorization_status TEXT NOT NULL
    CHECK (authorization_status IN ('granted', 'used', 'revoked', 'expired')),
  cutoff_at TEXT NOT NULL
    CHECK (cutoff_at GLOB '????-??-??T??:??:??.???Z'
      AND cutoff_at IS strftime('%Y-%m-%dT%H:%M:%fZ', cutoff_at)
      AND substr(cutoff_at, 1, 10) IS date(cutoff_at, '+0 days')),
  retention_version TEXT NOT NULL
    CHECK (length(CAST(retention_version AS BLOB)) = 35
      AND retention_version GLOB
        '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]_[0-9][0-9][0-9][0-9]_'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
        || '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  granted_at TEXT NOT NULL
    CHECK (granted_at GLOB '????-??-??T??:??:??.???Z'
      AND granted_at IS strftime('%Y-%m-%dT%H:%M:%fZ', granted_at)
      AND substr(granted_at, 1, 10) IS date(granted_at, '+0 days')),
  expires_at TEXT NOT NULL
    CHECK (expires_at GLOB '????-??-??T??:??:??.???Z'
      AND expires_at IS strftime('%Y-%m-%dT%H:%M:%fZ', expires_at)
      AND substr(expires_at, 1, 10) IS date(expires_at, '+0 days')),
  closed_at TEXT
    CHECK (closed_at GLOB '????-??-??T??:??:??.???Z'
      AND closed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', closed_at)
      AND substr(closed_at, 1, 10) IS date(closed_at, '+0 days')),
  CONSTRAINT audit_retention_outbound_authorization_expires_after_grant
    CHECK (expires_at >= granted_at)
) STRICT;

CREATE INDEX idx_audit_retention_outbound_authorization_account
  ON audit_retention_outbound_authorization (account_id, granted_at DESC);
CREATE INDEX idx_audit_retention_outbound_authorization_live
  ON audit_retention_outbound_authorization (expires_at)
  WHERE authorization_status = 'granted';

-- changelog_id refers to an entry that is gone, or about to be: no foreign key.
CREATE TABLE audit_retention_purge_queue (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES audit_retention_account_state (account_id) ON DELETE RESTRICT,
  changelog_id TEXT NOT NULL
    CHECK (length(CAST(changelog_id AS BLOB)) = 36
      AND changelog_id GLOB '????????-????-????-????-????????????'
      AND length(replace(changelog_id, '-', '')) = 32 AND changelog_id NOT GLOB '*[^0-9a-f-]*'),
  purge_state TEXT NOT NULL DEFAULT 'queued' CHECK (purge_state IN ('queued', 'done', 'failed')),
  attempt_count INTEGER NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  queued_at TEXT NOT NULL
    CHECK (queued_at GLOB '????-??-??T??:??:??.???Z'
      AND queued_at IS strftime('%Y-%m-%dT%H:%M:%fZ', queued_at)
      AND substr(queued_at, 1, 10) IS date(queued_at, '+0 days')),
  next_retry_at TEXT
    CHECK (next_retry_at GLOB '????-??-??T??:??:??.???Z'
      AND next_retry_at IS strftime('%Y-%m-%dT%H:%M:%fZ', next_retry_at)
      AND substr(next_retry_at, 1, 10) IS date(next_retry_at, '+0 days')),
  finished_at TEXT
    CHECK (finished_at GLOB '????-??-??T??:??:??.???Z'
      AND finished_at IS strftime('%Y-%m-%dT%H:%M:%fZ', finished_at)
      AND substr(finished_at, 1, 10) IS date(finished_at, '+0 days')),
  last_error TEXT,
  CONSTRAINT audit_retention_purge_queue_done_has_instant
    CHECK (purge_state <> 'done' OR finished_at IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX idx_audit_retention_purge_queue_entry
  ON audit_retention_purge_queue (account_id, changelog_id);
CREATE INDEX idx_audit_retention_purge_queue_to_do
  ON audit_retention_purge_queue (purge_state, id)
  WHERE purge_state IN ('queued', 'failed');
CREATE INDEX idx_audit_retention_purge_queue_retry
  ON audit_retention_purge_queue (next_retry_at, id)
  WHERE next_retry_at IS NOT NULL;

-- Whether an entry is on the server. An entry that is still there must not be forgotten here.
CREATE TABLE audit_changelog_cloud_presence (
  account_id TEXT NOT NULL REFERENCES audit_retention_account_state (account_id) ON DELETE RESTRICT,
  changelog_id TEXT NOT NULL
    CHECK (length(CAST(changelog_id AS BLOB)) = 36
      AND changelog_id GLOB '????????-????-????-????-????????????'
      AND length(replace(changelog_id, '-', '')) = 32 AND changelog_id NOT GLOB '*[^0-9a-f-]*'),
  presence_state TEXT NOT NULL DEFAULT 'unknown'
    CHECK (presence_state IN ('unknown', 'present', 'absent')),
  record_change_tag TEXT CHECK (trim(record_change_tag) <> ''),
  occurred_at TEXT NOT NULL
    CHECK (occurred_at GLOB '????-??-??T??:??:??.???Z'
      AND occurred_at IS strftime('%Y-%m-%dT%H:%M:%fZ', occurred_at)
      AND substr(occurred_at, 1, 10) IS date(occurred_at, '+0 days')),
  observed_at TEXT NOT NULL
    CHECK (observed_at GLOB '????-??-??T??:??:??.???Z'
      AND observed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', observed_at)
      AND substr(observed_at, 1, 10) IS date(observed_at, '+0 days')),
  PRIMARY KEY (account_id, changelog_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX idx_audit_changelog_cloud_presence_entry
  ON audit_changelog_cloud_presence (changelog_id);
CREATE INDEX idx_audit_changelog_cloud_presence_purgeable
  ON audit_changelog_cloud_presence (account_id, occurred_at)
  WHERE presence_state = 'present';

-- -----------------------------------------------------------------------------------------------
-- Search
-- -----------------------------------------------------------------------------------------------

-- Word search over a task and the names of its tags. The tags are in no column of tasks, so this
-- table keeps its own text, under the task's row_key, and is brought up to date from three tables.
CREATE VIRTUAL TABLE tasks_fts USING fts5 (
  title, body, notes, tags,
  tokenize = 'unicode61 remove_diacritics 2'
);

-- Search for any part of a word, also in scripts that write no spaces. It reads its text from
-- tasks.
CREATE VIRTUAL TABLE tasks_fts_trigram USING fts5 (
  title, body, notes,
  content = 'tasks', content_rowid = 'row_key',
  tokenize = 'trigram'
);

CREATE VIRTUAL TABLE calendar_events_fts USING fts5 (
  title, description, location,
  content = 'calendar_events', content_rowid = 'row_key',
  tokenize = 'unicode61 remove_diacritics 2'
);

-- A table with external content must be told the old text to forget it: hence the delete commands.
CREATE TRIGGER tasks_search_insert
AFTER INSERT ON tasks
BEGIN
  INSERT INTO tasks_fts (rowid, title, body, notes, tags)
  VALUES (NEW.row_key, NEW.title, NEW.body, NEW.notes,
    (SELECT group_concat(name, ' ')
      FROM (SELECT tags.name
        FROM task_tags JOIN tags ON tags.id = task_tags.tag_id
        WHERE task_tags.task_id = NEW.id
        ORDER BY tags.lookup_key)));
  INSERT INTO tasks_fts_trigram (rowid, title, body, notes)
  VALUES (NEW.row_key, NEW.title, NEW.body, NEW.notes);
END;

CREATE TRIGGER tasks_search_delete
AFTER DELETE ON tasks
BEGIN
  DELETE FROM tasks_fts WHERE rowid = OLD.row_key;
  INSERT INTO tasks_fts_trigram (tasks_fts_trigram, rowid, title, body, notes)
  VALUES ('delete', OLD.row_key, OLD.title, OLD.body, OLD.notes);
END;

-- Most updates of a task touch no text, and must not pay for indexing it again.
CREATE TRIGGER tasks_search_update
AFTER UPDATE OF row_key, id, title, body, notes ON tasks
WHEN NEW.row_key IS NOT OLD.row_key OR NEW.id IS NOT OLD.id OR NEW.title IS NOT OLD.title
  OR NEW.body IS NOT OLD.body OR NEW.notes IS NOT OLD.notes
BEGIN
  DELETE FROM tasks_fts WHERE rowid = OLD.row_key;
  INSERT INTO tasks_fts (rowid, title, body, notes, tags)
  VALUES (NEW.row_key, NEW.title, NEW.body, NEW.notes,
    (SELECT group_concat(name, ' ')
      FROM (SELECT tags.name
        FROM task_tags JOIN tags ON tags.id = task_tags.tag_id
        WHERE task_tags.task_id = NEW.id
        ORDER BY tags.lookup_key)));
  INSERT INTO tasks_fts_trigram (tasks_fts_trigram, rowid, title, body, notes)
  VALUES ('delete', OLD.row_key, OLD.title, OLD.body, OLD.notes);
  INSERT INTO tasks_fts_trigram (rowid, title, body, notes)
  VALUES (NEW.row_key, NEW.title, NEW.body, NEW.notes);
END;

CREATE TRIGGER task_tags_search_insert
AFTER INSERT ON task_tags
BEGIN
  UPDATE tasks_fts
  SET tags = (SELECT group_concat(name, ' ')
    FROM (SELECT tags.name
      FROM task_tags JOIN tags ON tags.id = task_tags.tag_id
      WHERE task_tags.task_id = NEW.task_id
      ORDER BY tags.lookup_key))
  WHERE rowid = (SELECT row_key FROM tasks WHERE id = NEW.task_id);
END;

-- Runs also when a tag or a task is deleted and its links go with it. A task that is gone has no
-- row_key any more, and nothing is updated.
CREATE TRIGGER task_tags_search_delete
AFTER DELETE ON task_tags
BEGIN
  UPDATE tasks_fts
  SET tags = (SELECT group_concat(name, ' ')
    FROM (SELECT tags.name
      FROM task_tags JOIN tags ON tags.id = task_tags.tag_id
      WHERE task_tags.task_id = OLD.task_id
      ORDER BY tags.lookup_key))
  WHERE rowid = (SELECT row_key FROM tasks WHERE id = OLD.task_id);
END;

CREATE TRIGGER task_tags_search_update
AFTER UPDATE OF task_id, tag_id ON task_tags
WHEN NEW.task_id IS NOT OLD.task_id OR NEW.tag_id IS NOT OLD.tag_id
BEGIN
  UPDATE tasks_fts
  SET tags = (SELECT group_concat(name, ' ')
    FROM (SELECT tags.name
      FROM tasks AS task
        JOIN task_tags ON task_tags.task_id = task.id
        JOIN tags ON tags.id = task_tags.tag_id
      WHERE task.row_key = tasks_fts.rowid
      ORDER BY tags.lookup_key))
  WHERE rowid IN (SELECT row_key FROM tasks WHERE id IN (OLD.task_id, NEW.task_id));
END;

CREATE TRIGGER tags_search_update
AFTER UPDATE OF id, name ON tags
WHEN NEW.id IS NOT OLD.id OR NEW.name IS NOT OLD.name
BEGIN
  UPDATE tasks_fts
  SET tags = (SELECT group_concat(name, ' ')
    FROM (SELECT tags.name
      FROM tasks AS task
        JOIN task_tags ON task_tags.task_id = task.id
        JOIN tags ON tags.id = task_tags.tag_id
      WHERE task.row_key = tasks_fts.rowid
      ORDER BY tags.lookup_key))
  WHERE rowid IN (
    SELECT task.row_key
    FROM task_tags JOIN tasks AS task ON task.id = task_tags.task_id
    WHERE task_tags.tag_id = NEW.id);
END;

CREATE TRIGGER calendar_events_search_insert
AFTER INSERT ON calendar_events
BEGIN
  INSERT INTO calendar_events_fts (rowid, title, description, location)
  VALUES (NEW.row_key, NEW.title, NEW.description, NEW.location);
END;

CREATE TRIGGER calendar_events_search_delete
AFTER DELETE ON calendar_events
BEGIN
  INSERT INTO calendar_events_fts (calendar_events_fts, rowid, title, description, location)
  VALUES ('delete', OLD.row_key, OLD.title, OLD.description, OLD.location);
END;

CREATE TRIGGER calendar_events_search_update
AFTER UPDATE OF row_key, title, description, location ON calendar_events
WHEN NEW.row_key IS NOT OLD.row_key OR NEW.title IS NOT OLD.title
  OR NEW.description IS NOT OLD.description OR NEW.location IS NOT OLD.location
BEGIN
  INSERT INTO calendar_events_fts (calendar_events_fts, rowid, title, description, location)
  VALUES ('delete', OLD.row_key, OLD.title, OLD.description, OLD.location);
  INSERT INTO calendar_events_fts (rowid, title, description, location)
  VALUES (NEW.row_key, NEW.title, NEW.description, NEW.location);
END;

-- -----------------------------------------------------------------------------------------------
-- Seed
-- -----------------------------------------------------------------------------------------------

-- Under the lowest clock there is, so that whatever a device knows about the inbox wins.
INSERT INTO lists (id, name, position, created_at, updated_at, version)
VALUES ('inbox', 'Inbox', 0, '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z',
  '0000000000000_0000_0000000000000000');
