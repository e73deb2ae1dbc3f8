-- Most tasks are not archived: the index is small, and creating a task does not write to it. In a migration of its own, because
-- changes of tasks wait for it.
create index tasks_archived_idx on tasks (project_id, column_id) where archived_at is not null and position is not null;
alter table tasks validate constraint tasks_archived_at_check;
alter table board_columns validate constraint board_columns_archive_after_days_check;
