-- Completed tasks that boards no longer show. They keep their place in the column, so that they can return to it.
alter table tasks
  add column archived_at timestamptz(3),
  add constraint tasks_archived_at_check check (archived_at is null or completed_at is not null) not valid;
alter table board_columns
  add column archive_after_days integer,
  add constraint board_columns_archive_after_days_check check (archive_after_days between 0 and 3650) not valid;

-- Only completed tasks are archived. The previous release reopens tasks and does not know about it.
create function leave_archive() returns trigger language plpgsql as $$
begin
  new.archived_at := null;
  return new;
end $$;

create trigger leave_archive before update of completed_at on tasks for each row
when (old.archived_at is not null and new.completed_at is null)
execute function leave_archive();
