-- How many tasks are below a task, and how many of them are completed. Sub-tasks that have sub-tasks themselves are not counted,
-- only what is below them. Nothing below a deleted task counts.
create function subtask_progress(task_id bigint) returns bigint[] language plpgsql stable as $$
begin
  return (
    with recursive below as (
      select child.id, child.parent_id, child.completed_at from tasks as child
      where child.parent_id = task_id and child.deleted_at is null
      union all
      select child.id, child.parent_id, child.completed_at from below
      join tasks as child on child.parent_id = below.id and child.deleted_at is null
    )
    select array[count(*), count(completed_at)] from below where id not in (select parent_id from below));
end $$;
