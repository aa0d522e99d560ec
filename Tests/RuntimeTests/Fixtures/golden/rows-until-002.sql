-- Rows for the tables that version 3 retires.

INSERT INTO local_watch_command_receipts (stream_id, sequence, command_id, command_kind,
  receipt_status, rejection, received_at)
VALUES
  ('0197c3c1-20aa-7b07-91f4-6d8c3e5a0b72', 11, '0197c3c2-0000-7000-8000-00000000000b',
    'complete_habit', 'applied', NULL, '2026-03-02T06:20:16.000Z'),
  ('0197c3c1-20aa-7b07-91f4-6d8c3e5a0b72', 12, '0197c3c2-0000-7000-8000-00000000000c',
    'complete_task', 'rejected', 'the task is gone', '2026-03-02T06:21:00.000Z');
