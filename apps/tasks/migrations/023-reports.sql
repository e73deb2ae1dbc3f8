alter table projects add column goal text, add column start_date date, add column target_date date;

-- What is still to do in a project, by due date.
create index tasks_open_project_idx on tasks (project_id, due_date) where completed_at is null and deleted_at is null;

-- Where each task was, and when: one row while neither its column nor its completion nor its estimate changes, none while it is
-- in the trash. What is reported about the past stays the same when a task, its column or its board is gone: no foreign keys.
create table task_stages (
  task_id bigint not null,
  project_id bigint not null,
  board_id bigint not null,
  column_id bigint not null,
  estimate_seconds integer,
  -- Of the task.
  created_at timestamptz(3) not null,
  -- When it first left the first column of a board.
  started_at timestamptz(3),
  completed_at timestamptz(3),
  entered_at timestamptz(3) not null,
  left_at timestamptz(3) not null default 'infinity',
  primary key (task_id, left_at)
);

create index task_stages_project_id_idx on task_stages (project_id, left_at);

create function record_task_stage() returns trigger language plpgsql as $$
declare
  last task_stages%rowtype;
  since timestamptz(3) := case tg_op when 'INSERT' then new.created_at when 'UPDATE' then new.updated_at else now() end;
begin
  select * into last from task_stages where task_id = coalesce(new.id, old.id) order by left_at desc limit 1;
  if last.left_at = 'infinity' then
    since := greatest(since, last.entered_at);
    if last.entered_at = since then
      delete from task_stages where task_id = last.task_id and left_at = 'infinity';
    else
      update task_stages set left_at = since where task_id = last.task_id and left_at = 'infinity';
    end if;
  else
    since := greatest(since, last.left_at);
  end if;
  if tg_op = 'DELETE' or new.deleted_at is not null then
    return null;
  end if;
  insert into task_stages (task_id, project_id, board_id, column_id, estimate_seconds, created_at, started_at, completed_at, entered_at)
  values (new.id, new.project_id, new.board_id, new.column_id, new.estimate_seconds, new.created_at,
    coalesce(last.started_at, case when new.completed_at is not null or exists (
      select from board_columns as own join board_columns as earlier
        on earlier.board_id = own.board_id and earlier.position < own.position
      where own.id = new.column_id) then since end),
    new.completed_at, since);
  return null;
end $$;

create trigger record_added_task_stage after insert on tasks for each row execute function record_task_stage();
create trigger record_removed_task_stage after delete on tasks for each row execute function record_task_stage();
create trigger record_changed_task_stage after update on tasks for each row
when ((old.project_id, old.column_id, old.completed_at, old.deleted_at, old.estimate_seconds)
  is distinct from (new.project_id, new.column_id, new.completed_at, new.deleted_at, new.estimate_seconds))
execute function record_task_stage();

-- Titles of columns that have been deleted for good.
create table past_columns (
  id bigint primary key,
  title text not null
);

create function keep_past_column() returns trigger language plpgsql as $$
begin
  insert into past_columns (id, title) values (old.id, old.title) on conflict do nothing;
  return null;
end $$;

create trigger keep_past_column after delete on board_columns for each row execute function keep_past_column();

-- The past of existing tasks, from the activity. The tasks of a deleted board and the tasks of a column that became or ceased to
-- be one for completed tasks have no entries of their own.
insert into past_columns (id, title)
select distinct on (id) id, title
from (
  select (before ->> 'columnId')::bigint as id, before ->> 'title' as title, activity.id as place
  from activity where type = 'column.deleted'
) as deleted
where title is not null and not exists (select from board_columns where board_columns.id = deleted.id)
order by id, place desc;

with recorded as (
  select task_id, id as place, created_at as moment, project_id, board_id,
    case when after ->> 'deletedAt' is null then (after ->> 'columnId')::bigint end as column_id
  from activity
  where task_id is not null
    and type in ('task.created', 'task.moved', 'task.moved_in', 'task.deleted', 'task.restored', 'task.removed')
), entries as (
  select * from recorded
  union all
  -- Tasks that are older than the activity, or were added without it.
  select id, 0, created_at, project_id, board_id, coalesce((
    select (before ->> 'columnId')::bigint from activity where task_id = tasks.id and type = 'task.moved' order by activity.id limit 1
  ), column_id)
  from tasks
  where not exists (select from activity where task_id = tasks.id and type = 'task.created')
  union all
  select id, 9223372036854775807, coalesce(deleted_at, updated_at), project_id, board_id,
    case when deleted_at is null then column_id end
  from tasks
), ordered as (
  select entries.*, max(moment) over earlier as at, lag(project_id) over by_place as last_project_id,
    lag(column_id) over by_place as last_column_id, row_number() over by_place as entry
  from entries
  window by_place as (partition by task_id order by place), earlier as (by_place rows unbounded preceding)
), stays as (
  select task_id, project_id, board_id, column_id,
    tstzrange(at, lead(at, 1, 'infinity') over (partition by task_id order by place)) as during,
    min(at) over (partition by task_id) as first_at
  from ordered
  where entry = 1 or (project_id, column_id) is distinct from (last_project_id, last_column_id)
), board_deletions as (
  select board_id, range_agg(tstzrange(created_at, until)) as during
  from (
    select board_id, type, created_at, lead(created_at, 1, 'infinity') over (partition by board_id order by id) as until
    from activity where type in ('board.deleted', 'board.restored')
  ) as changes
  where type = 'board.deleted' and until > created_at
  group by board_id
), columns as (
  select coalesce(board_columns.id, created.id) as id, coalesce(board_columns.is_done, created.is_done, false) as is_done,
    coalesce(not exists (select from board_columns as earlier where earlier.board_id = board_columns.board_id
      and (earlier.position < board_columns.position or board_columns.position is null and earlier.id < board_columns.id)), false) as is_first
  from board_columns full join (
    select distinct on (id) (after ->> 'columnId')::bigint as id, (after ->> 'isDone')::boolean as is_done
    from activity where type = 'column.created'
  ) as created on created.id = board_columns.id
), completions as (
  select (after ->> 'columnId')::bigint as column_id, id as place, created_at, (before ->> 'isDone')::boolean as was_done,
    (after ->> 'isDone')::boolean as is_done
  from activity where type = 'column.updated' and after ? 'isDone'
), done_times as (
  select id as column_id, is_done, tstzrange('-infinity', 'infinity') as during
  from columns where not exists (select from completions where column_id = columns.id)
  union all
  (select distinct on (column_id) column_id, was_done, tstzrange('-infinity', created_at) from completions order by column_id, place)
  union all
  select column_id, is_done, tstzrange(created_at, lead(created_at, 1, 'infinity') over (partition by column_id order by place))
  from completions
), estimations as (
  select task_id, id as place, created_at, (before ->> 'estimateSeconds')::integer as old_seconds,
    (after ->> 'estimateSeconds')::integer as seconds
  from activity where type = 'task.updated' and after ? 'estimateSeconds'
), estimates as (
  select id as task_id, estimate_seconds, tstzrange('-infinity', 'infinity') as during
  from tasks where not exists (select from estimations where task_id = tasks.id)
  union all
  (select distinct on (task_id) task_id, old_seconds, tstzrange('-infinity', created_at) from estimations order by task_id, place)
  union all
  select task_id, seconds, tstzrange(created_at, lead(created_at, 1, 'infinity') over (partition by task_id order by place))
  from estimations
), pieces as (
  select stays.task_id, project_id, stays.board_id, stays.column_id, estimate_seconds, first_at,
    coalesce(done_times.is_done, false) as is_done, coalesce(is_first, false) as is_first,
    stay * coalesce(done_times.during, stay) * coalesce(estimates.during, stay) as during
  from stays
  left join board_deletions on board_deletions.board_id = stays.board_id
  cross join lateral unnest(tstzmultirange(stays.during) - coalesce(board_deletions.during, '{}')) as stay
  left join columns on columns.id = stays.column_id
  left join done_times on done_times.column_id = stays.column_id and done_times.during && stay
  left join estimates on estimates.task_id = stays.task_id and estimates.during && stay * coalesce(done_times.during, stay)
  where stays.column_id is not null and not isempty(stays.during)
), runs as (
  select pieces.*, count(*) filter (where not is_done) over earlier as run,
    min(lower(during)) filter (where is_done or not is_first) over earlier as started_at
  from pieces
  where not isempty(during)
  window earlier as (partition by task_id order by during rows unbounded preceding)
)
insert into task_stages (task_id, project_id, board_id, column_id, estimate_seconds, created_at, started_at, completed_at,
  entered_at, left_at)
select runs.task_id, runs.project_id, runs.board_id, runs.column_id, runs.estimate_seconds,
  coalesce(tasks.created_at, first_at), started_at,
  case when upper(during) = 'infinity' then tasks.completed_at
    when is_done then min(lower(during)) filter (where is_done) over (partition by runs.task_id, run) end,
  lower(during), upper(during)
from runs left join tasks on tasks.id = runs.task_id;
