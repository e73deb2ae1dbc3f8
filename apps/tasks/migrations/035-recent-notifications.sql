-- A notification replaces a recent one of the same type about the same task, which is found without the task's history.
create index notifications_recent_idx on notifications (task_id, type, created_at);

-- Nothing needs these any more, and every notification is written to all indexes.
drop index notifications_task_id_idx;
drop index notifications_unread_idx;
