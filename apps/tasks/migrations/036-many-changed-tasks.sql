-- A join of the changed rows with their former selves compared each of them with all others: a million pairs for a bulk change
-- of 1,000 tasks.
create or replace function record_changes_around_tasks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from added where parent_id is not null) then
      perform record_task_changes('{}', array(select distinct parent_id from added where parent_id is not null));
    end if;
  elsif tg_op = 'UPDATE' then
    if exists (
      select id, parent_id, completed_at, deleted_at from added
      except select id, parent_id, completed_at, deleted_at from removed
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
