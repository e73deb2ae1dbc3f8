-- What is done piles up: a list of it need not read what is not.
create index tasks_completed_project_idx on tasks (project_id, id) where completed_at is not null and deleted_at is null;
