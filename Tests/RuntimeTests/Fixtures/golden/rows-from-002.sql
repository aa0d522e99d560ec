-- Rows for what version 2 brings.

INSERT INTO habit_skips (habit_id, skipped_date, skip_reason, note, created_at, updated_at, version)
VALUES
  ('0197c3ac-3c05-7b94-9f21-d86e4a0753bc', '2026-03-06', 'travel', 'Night train to Lyon',
    '2026-03-05T20:14:38.407Z', '2026-03-05T20:15:02.611Z', '1772741702611_0000_9a6c21f0b84de713'),
  ('0197c3ac-4810-7d2f-8c6e-03b9f5a7d142', '2026-03-06', NULL, NULL, '2026-03-05T20:16:00.000Z',
    '2026-03-05T20:16:00.000Z', '1772741760000_0000_9a6c21f0b84de713');

UPDATE lists
SET review_interval_days = 14, updated_at = '2026-03-05T20:30:00.000Z',
  version = '1772742600000_0000_9a6c21f0b84de713'
WHERE id = '0197c3a2-61b4-7c02-8d1f-5b7e90a4c2d6';

INSERT INTO sync_tombstones (entity_type, entity_id, deleted_at, version)
VALUES ('habit_skip', '0197c3ac-3c05-7b94-9f21-d86e4a0753bc:2026-02-20', '2026-02-20T18:00:00.000Z',
  '1771610400000_0000_9a6c21f0b84de713');
