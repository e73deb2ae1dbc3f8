-- Every record of a project carries the project, so that a database that distributes its tables by a column can keep each project
-- in one place, and statements can name it. Migration 079 fills the columns of existing records, 080 to 084 require them.

-- Most requests begin with a task, so those that wait for this migration hold no other table.
lock table tasks in access exclusive mode;

alter table board_changes add column project_id bigint;
alter table past_columns add column project_id bigint;
alter table starred_boards add column project_id bigint;
alter table custom_field_options add column project_id bigint;
alter table checklist_items add column project_id bigint;
alter table comments add column project_id bigint;
alter table comment_reactions add column project_id bigint;
alter table attachments add column project_id bigint;
alter table task_watchers add column project_id bigint;
alter table task_recurrences add column project_id bigint;
alter table task_field_values add column project_id bigint;
alter table imported_columns add column project_id bigint;
alter table imported_tasks add column project_id bigint;
alter table imported_links add column project_id bigint;
alter table imported_comments add column project_id bigint;
-- Release 0.2 joins these two with tables that have a project_id, and does not say whose it means.
alter table board_columns add column board_project_id bigint;
alter table time_intervals add column task_project_id bigint;
-- The tasks of a relation may be in different projects. The relation belongs to that of the second one, whose card shows whether
-- it is blocked.
alter table task_relations add column project_id bigint, add column from_project_id bigint;

-- The previous release does not write the column. The argument says what the record belongs to. The lock waits for a task that is
-- about to change its project.
create function fill_project_id() returns trigger language plpgsql as $$
begin
  case tg_argv[0]
    when 'board' then select project_id into new.project_id from boards where id = new.board_id for key share;
    when 'task' then select project_id into new.project_id from tasks where id = new.task_id for key share;
    when 'comment' then select project_id into new.project_id from comments where id = new.comment_id for key share;
    when 'field' then select project_id into new.project_id from custom_fields where id = new.field_id for key share;
    when 'import' then select project_id into new.project_id from imports where id = new.import_id for key share;
    when 'column' then select project_id into new.board_project_id from boards where id = new.board_id for key share;
    when 'time' then select project_id into new.task_project_id from tasks where id = new.task_id for key share;
    when 'relation' then
      select project_id into new.project_id from tasks where id = new.to_task_id for key share;
      select project_id into new.from_project_id from tasks where id = new.from_task_id for key share;
  end case;
  return new;
end $$;

create trigger fill_project_id before insert on board_columns
for each row when (new.board_project_id is null) execute function fill_project_id('column');
create trigger fill_project_id before insert on starred_boards
for each row when (new.project_id is null) execute function fill_project_id('board');
create trigger fill_project_id before insert on custom_field_options
for each row when (new.project_id is null) execute function fill_project_id('field');
create trigger fill_project_id before insert on checklist_items
for each row when (new.project_id is null) execute function fill_project_id('task');
create trigger fill_project_id before insert on comments
for each row when (new.project_id is null) execute function fill_project_id('task');
create trigger fill_project_id before insert on comment_reactions
for each row when (new.project_id is null) execute function fill_project_id('comment');
create trigger fill_project_id before insert on attachments
for each row when (new.project_id is null) execute function fill_project_id('task');
create trigger fill_project_id before insert on task_watchers
for each row when (new.project_id is null) execute function fill_project_id('task');
create trigger fill_project_id before insert on task_recurrences
for each row when (new.project_id is null) execute function fill_project_id('task');
create trigger fill_project_id before insert on time_intervals
for each row when (new.task_project_id is null) execute function fill_project_id('time');
create trigger fill_project_id before insert on imported_columns
for each row when (new.project_id is null) execute function fill_project_id('import');
create trigger fill_project_id before insert on imported_tasks
for each row when (new.project_id is null) execute function fill_project_id('import');
create trigger fill_project_id before insert on imported_links
for each row when (new.project_id is null) execute function fill_project_id('import');
create trigger fill_project_id before insert on imported_comments
for each row when (new.project_id is null) execute function fill_project_id('task');
create trigger fill_project_id before insert on task_relations
for each row when (new.project_id is null or new.from_project_id is null) execute function fill_project_id('relation');

-- The total of the task is not written when something else about the interval changes, such as its project.
drop trigger sum_tracked_seconds on time_intervals;
create trigger sum_tracked_seconds after insert or delete or update of task_id, started_at, ended_at on time_intervals
for each row execute function sum_tracked_seconds();

-- What triggers write. Columns of boards that migration 079 has not reached yet take the project of their board.
create or replace function keep_past_column() returns trigger language plpgsql as $$
begin
  insert into past_columns (id, title, project_id)
  values (old.id, old.title, coalesce(old.board_project_id, (select project_id from boards where id = old.board_id)))
  on conflict do nothing;
  return null;
end $$;

create or replace function record_board_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into board_changes (board_id, project_id) select distinct board_id, project_id from added on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    insert into board_changes (board_id, project_id)
    select board_id, project_id from added union select board_id, project_id from removed on conflict do nothing;
  else
    insert into board_changes (board_id, project_id) select distinct board_id, project_id from removed on conflict do nothing;
  end if;
  return null;
end $$;

create function record_column_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into board_changes (board_id, project_id)
    select distinct board_id, coalesce(board_project_id, (select project_id from boards where id = board_id)) from removed
    on conflict do nothing;
  else
    -- A column stays on its board.
    insert into board_changes (board_id, project_id)
    select distinct board_id, coalesce(board_project_id, (select project_id from boards where id = board_id)) from added
    on conflict do nothing;
  end if;
  return null;
end $$;

drop trigger record_added_columns on board_columns;
create trigger record_added_columns after insert on board_columns
referencing new table as added for each statement execute function record_column_changes();
drop trigger record_changed_columns on board_columns;
create trigger record_changed_columns after update on board_columns
referencing new table as added for each statement execute function record_column_changes();
drop trigger record_removed_columns on board_columns;
create trigger record_removed_columns after delete on board_columns
referencing old table as removed for each statement execute function record_column_changes();

create or replace function record_changed_board() returns trigger language plpgsql as $$
begin
  insert into board_changes (board_id, project_id) values (new.id, new.project_id) on conflict do nothing;
  return null;
end $$;

create or replace function record_sticker_changes() returns trigger language plpgsql as $$
begin
  insert into board_changes (board_id, project_id)
  select distinct tasks.board_id, tasks.project_id from changed join tasks on tasks.id = changed.task_id on conflict do nothing;
  return null;
end $$;

create or replace function record_field_changes() returns trigger language plpgsql as $$
begin
  insert into board_changes (board_id, project_id)
  select id, project_id from boards where project_id = coalesce(new.project_id, old.project_id) on conflict do nothing;
  return null;
end $$;

create or replace function record_option_changes() returns trigger language plpgsql as $$
begin
  insert into board_changes (board_id, project_id)
  select boards.id, boards.project_id from custom_fields join boards on boards.project_id = custom_fields.project_id
  where custom_fields.id = coalesce(new.field_id, old.field_id) on conflict do nothing;
  return null;
end $$;

create or replace function record_task_changes(changed_ids bigint[], parent_ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(parent_ids) > 0 then
    insert into board_changes (board_id, project_id)
    with recursive above as (
      select id, project_id, board_id, parent_id from tasks where id = any(parent_ids)
      union
      select tasks.id, tasks.project_id, tasks.board_id, tasks.parent_id from above join tasks on tasks.id = above.parent_id
    )
    select distinct board_id, project_id from above on conflict do nothing;
  end if;
  insert into board_changes (board_id, project_id)
  select distinct blocked.board_id, blocked.project_id
  from task_relations join tasks as blocked on blocked.id = task_relations.to_task_id
  where task_relations.from_task_id = any(changed_ids) and task_relations.type = 'blocks'
  on conflict do nothing;
end $$;

create or replace function record_relation_changes() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id)
  select distinct tasks.project_id from changed join tasks on tasks.id = changed.to_task_id on conflict do nothing;
  insert into board_changes (board_id, project_id)
  select distinct tasks.board_id, tasks.project_id from changed join tasks on tasks.id = changed.to_task_id on conflict do nothing;
  return null;
end $$;

-- Only this trigger writes the values of custom fields that filters look at.
create or replace function keep_task_field_values() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from task_field_values
    where task_id = new.id and old.field_values -> field_id::text is distinct from new.field_values -> field_id::text;
  end if;
  insert into task_field_values (task_id, project_id, field_id, place, text_value, number_value)
  select new.id, new.project_id, given.key::bigint, one.place,
    case when jsonb_typeof(one.value) = 'string' then one.value #>> '{}' end,
    case jsonb_typeof(one.value) when 'number' then (one.value #>> '{}')::double precision
      when 'boolean' then (one.value::boolean)::integer end
  from jsonb_each(new.field_values) as given
  cross join lateral jsonb_array_elements(
    case jsonb_typeof(given.value) when 'array' then given.value else jsonb_build_array(given.value) end
  ) with ordinality as one (value, place)
  where tg_op = 'INSERT' or old.field_values -> given.key is distinct from given.value;
  return null;
end $$;

-- What belongs to a task changes projects with it. From migration 082 on, foreign keys see to that.
create function move_parts_of_task() returns trigger language plpgsql as $$
begin
  update checklist_items set project_id = new.project_id where task_id = new.id;
  update comment_reactions set project_id = new.project_id where comment_id in (select id from comments where task_id = new.id);
  update comments set project_id = new.project_id where task_id = new.id;
  update attachments set project_id = new.project_id where task_id = new.id;
  update task_watchers set project_id = new.project_id where task_id = new.id;
  update task_recurrences set project_id = new.project_id where task_id = new.id;
  update task_field_values set project_id = new.project_id where task_id = new.id;
  update time_intervals set task_project_id = new.project_id where task_id = new.id;
  update imported_comments set project_id = new.project_id where task_id = new.id;
  update task_relations set project_id = new.project_id where to_task_id = new.id;
  update task_relations set from_project_id = new.project_id where from_task_id = new.id;
  return null;
end $$;

create trigger move_parts_of_task after update of project_id on tasks
for each row when (old.project_id <> new.project_id) execute function move_parts_of_task();
