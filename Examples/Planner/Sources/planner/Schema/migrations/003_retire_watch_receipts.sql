-- 003 retire watch receipts
--
-- A receipt for each command told a command that came twice from one that is new. Streams arrive
-- in order since their generation is in the handshake, so last_received_sequence tells the same:
-- what is not above it was seen. The receipts have only grown since, and nothing reads them.

-- Dependents first: nothing refers to the table, and of its own it has two indexes.
DROP INDEX idx_local_watch_command_receipts_age;
DROP INDEX idx_local_watch_command_receipts_command;

-- schema-gate: allow dropped-table: receipts are this device's own, are never synced, and repeat what last_received_sequence in local_watch_command_streams already says
DROP TABLE local_watch_command_receipts;
