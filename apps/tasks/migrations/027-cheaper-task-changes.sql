-- Cards of other tasks show whether a task is completed, deleted or below them. Most changes, such as moves, concern neither.
create or replace function record_changes_around_tasks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from added where parent_id is not null) then
      perform record_task_changes('{}', array(select distinct parent_id from added where parent_id is not null));
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (
      select from added join removed using (id)
      where (added.parent_id, added.completed_at, added.deleted_at)
        is distinct from (removed.parent_id, removed.completed_at, removed.deleted_at)
    ) then
      perform record_task_changes(array(select id from added), array(
        select parent_id from added where parent_id is not null
        union select parent_id from removed where parent_id is not null));
    end if;
  elsif exists (select from removed where parent_id is not null) then
    perform record_task_changes('{}', array(select distinct parent_id from removed where parent_id is not null));
  end if;
  return null;
end $$;

-- Only triggers write these texts, so no foreign key has to check each of them. In a young table that grew quickly the check
-- read all tasks.
alter table task_texts drop constraint task_texts_task_id_fkey;

create function remove_task_texts() returns trigger language plpgsql as $$
begin
  delete from task_texts using removed where task_texts.task_id = removed.id;
  return null;
end $$;

create trigger remove_task_texts after delete on tasks
referencing old table as removed for each statement execute function remove_task_texts();
