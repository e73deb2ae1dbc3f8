-- The tasks of a project on the days of a calendar: most tasks of a long-lived project are in the past, so the last day comes first.
create index tasks_project_days_idx on tasks (project_id, (coalesce(due_date, start_date)), (coalesce(start_date, due_date)))
where deleted_at is null and coalesce(due_date, start_date) is not null;
