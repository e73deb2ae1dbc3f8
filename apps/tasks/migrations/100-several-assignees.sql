-- Several people can be on a task: `assignee_id` is responsible, and the others follow in this order. Most tasks have none, so the row
-- says who they are, and the index has only tasks that have some.
alter table tasks add column other_assignee_ids bigint[] not null default '{}';

create index tasks_other_assignee_ids_idx on tasks using gin (project_id, other_assignee_ids)
where other_assignee_ids <> '{}';

-- The previous release writes only who is responsible. Nobody is on a task twice, and there are no others where nobody is responsible.
create function keep_other_assignees() returns trigger language plpgsql as $$
begin
  new.other_assignee_ids := case when new.assignee_id is null then '{}'
    else array_remove(new.other_assignee_ids, new.assignee_id) end;
  return new;
end $$;

create trigger keep_other_assignees before insert or update of assignee_id, other_assignee_ids on tasks for each row
when (new.other_assignee_ids <> '{}' and (new.assignee_id is null or new.assignee_id = any(new.other_assignee_ids)))
execute function keep_other_assignees();
