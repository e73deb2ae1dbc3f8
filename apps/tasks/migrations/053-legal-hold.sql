-- While a project is on legal hold, nothing in it is deleted permanently or leaves it.
alter table projects
  add column held_at timestamptz(3),
  add column held_by bigint references users on delete set null,
  add column hold_reason text;

create index projects_held_idx on projects (id) where held_at is not null;
create index projects_held_by_idx on projects (held_by) where held_by is not null;

-- The argument says where the row has its project: in itself, in its task, in its board or in its field. Rows that a deleted task or
-- board takes along are no longer in a project, and their deletion has been decided with it.
create function refuse_on_hold() returns trigger language plpgsql as $$
declare
  project bigint;
begin
  if exists (select from projects where held_at is not null) then
    case tg_argv[0]
      when 'project' then project := old.project_id;
      when 'task' then select project_id into project from tasks where id = old.task_id;
      when 'board' then select project_id into project from boards where id = old.board_id;
      when 'field' then select project_id into project from custom_fields where id = old.field_id;
    end case;
    if exists (select from projects where id = project and held_at is not null) then
      raise exception 'project % is on legal hold', project using errcode = 'AT409', constraint = 'project_on_hold';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger keep_tasks_on_hold before delete on tasks
for each row execute function refuse_on_hold('project');
create trigger keep_tasks_in_held_project before update of project_id on tasks
for each row when (old.project_id is distinct from new.project_id) execute function refuse_on_hold('project');
create trigger keep_boards_on_hold before delete on boards
for each row execute function refuse_on_hold('project');
create trigger keep_columns_on_hold before delete on board_columns
for each row execute function refuse_on_hold('board');
create trigger keep_comments_on_hold before delete on comments
for each row execute function refuse_on_hold('task');
create trigger keep_attachments_on_hold before delete on attachments
for each row execute function refuse_on_hold('task');
create trigger keep_checklists_on_hold before delete on checklist_items
for each row execute function refuse_on_hold('task');
-- A timer that is stopped within its first second is dropped.
create trigger keep_time_on_hold before delete on time_intervals
for each row when (old.duration > 0) execute function refuse_on_hold('task');
create trigger keep_fields_on_hold before delete on custom_fields
for each row execute function refuse_on_hold('project');
create trigger keep_options_on_hold before delete on custom_field_options
for each row execute function refuse_on_hold('field');
create trigger keep_activity_on_hold before delete on activity
for each row execute function refuse_on_hold('project');
