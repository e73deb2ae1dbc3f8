-- What follows from inserted tasks, in one statement for all of them: row by row it cost more than inserting them.
create function add_task_texts() returns trigger language plpgsql as $$
begin
  insert into task_texts (task_id, project_id, text)
  select id, project_id, unaccent(lower(concat_ws(' ', '#' || number, title, description))) from added;
  return null;
end $$;

drop trigger keep_task_text on tasks;
create trigger keep_task_text after update of title, description, project_id, number on tasks
for each row execute function keep_task_text();
create trigger add_task_texts after insert on tasks
referencing new table as added for each statement execute function add_task_texts();

-- As `record_task_stage`, for a task that has no stage yet.
create function add_task_stages() returns trigger language plpgsql as $$
begin
  insert into task_stages (task_id, project_id, board_id, column_id, estimate_seconds, created_at, started_at, completed_at, entered_at)
  select id, project_id, board_id, column_id, estimate_seconds, created_at,
    case when completed_at is not null or exists (
      select from board_columns as own join board_columns as earlier
        on earlier.board_id = own.board_id and earlier.position < own.position
      where own.id = added.column_id) then created_at end,
    completed_at, created_at
  from added where deleted_at is null;
  return null;
end $$;

drop trigger record_added_task_stage on tasks;
create trigger add_task_stages after insert on tasks
referencing new table as added for each statement execute function add_task_stages();
