-- When the personal data of the user was erased; the record stays, because tasks, comments and time refer to it.
alter table users add column erased_at timestamptz(3);
