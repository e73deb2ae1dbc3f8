-- The time of the entry, not of the start of its transaction, which may have waited for locks for long: clients that reconnect get
-- the entries from shortly before the last one that they know.
alter table activity alter column created_at set default statement_timestamp();
