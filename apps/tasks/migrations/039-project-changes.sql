-- A card shows the progress of its sub-tasks and whether it is blocked. While a transaction changes those, another one can move
-- the card to a board that the first one does not see yet. So the first one records the project, whatever board the card is on.
create table project_changes (
  project_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (project_id, xid)
);

-- The boards are still recorded for the previous release.
create or replace function record_changes_around_tasks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from added where parent_id is not null) then
      insert into project_changes (project_id)
      select distinct project_id from added where parent_id is not null on conflict do nothing;
      perform record_task_changes('{}', array(select distinct parent_id from added where parent_id is not null));
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (
      select id, project_id, parent_id, completed_at, deleted_at from added
      except select id, project_id, parent_id, completed_at, deleted_at from removed
    ) then
      -- A task that changes projects waits for those who unblock it, and they wait for the task.
      perform from task_relations join tasks as blocker on blocker.id = task_relations.from_task_id
      where task_relations.type = 'blocks' and task_relations.to_task_id in (
        select id from (select id, project_id from added except select id, project_id from removed) as moved)
      for share;
      insert into project_changes (project_id)
      select project_id from added where parent_id is not null
      union select project_id from removed where parent_id is not null
      union select blocked.project_id
      from task_relations join tasks as blocked on blocked.id = task_relations.to_task_id
      where task_relations.from_task_id = any(array(select id from added)) and task_relations.type = 'blocks'
      on conflict do nothing;
      perform record_task_changes(array(select id from added), array(
        select parent_id from added where parent_id is not null
        union select parent_id from removed where parent_id is not null));
    end if;
  elsif exists (select from removed where parent_id is not null) then
    insert into project_changes (project_id)
    select distinct project_id from removed where parent_id is not null on conflict do nothing;
    perform record_task_changes('{}', array(select distinct parent_id from removed where parent_id is not null));
  end if;
  return null;
end $$;

create or replace function record_relation_changes() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id)
  select distinct tasks.project_id from changed join tasks on tasks.id = changed.to_task_id on conflict do nothing;
  insert into board_changes (board_id)
  select distinct tasks.board_id from changed join tasks on tasks.id = changed.to_task_id on conflict do nothing;
  return null;
end $$;
