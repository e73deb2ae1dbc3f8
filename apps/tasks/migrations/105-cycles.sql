-- Periods of a project that tasks are planned into. Finished ones keep what was left: the tasks themselves have moved on.
create table cycles (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  start_date date,
  end_date date,
  goal text,
  finished_at timestamptz(3),
  carried_over_count integer not null default 0,
  carried_over_seconds bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint cycles_end_date_check check (start_date <= end_date),
  constraint cycles_project_id_key unique (project_id, id)
);

create table milestones (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  name text not null,
  date date not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create index milestones_project_id_idx on milestones (project_id, date);

alter table tasks
  add column cycle_id bigint,
  add constraint tasks_cycle_id_fkey foreign key (project_id, cycle_id)
    references cycles (project_id, id) on delete set null (cycle_id) not valid;
alter table task_stages add column cycle_id bigint;

-- A cycle is one of the project; the previous release moves tasks to other projects and does not know about it.
create function leave_cycle() returns trigger language plpgsql as $$
begin
  new.cycle_id := null;
  return new;
end $$;

create trigger leave_cycle before update of project_id on tasks for each row
when (old.cycle_id is not null and new.cycle_id = old.cycle_id and new.project_id <> old.project_id)
execute function leave_cycle();

-- Stages end when a task enters or leaves a cycle, too.
create or replace function record_task_stage() returns trigger language plpgsql as $$
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
  insert into task_stages (task_id, project_id, board_id, column_id, cycle_id, estimate_seconds, created_at, started_at,
    completed_at, entered_at)
  values (new.id, new.project_id, new.board_id, new.column_id, new.cycle_id, new.estimate_seconds, new.created_at,
    coalesce(last.started_at, case when new.completed_at is not null or exists (
      select from board_columns as own join board_columns as earlier
        on earlier.board_id = own.board_id and earlier.position < own.position
      where own.id = new.column_id) then since end),
    new.completed_at, since);
  return null;
end $$;

create or replace function add_task_stages() returns trigger language plpgsql as $$
begin
  insert into task_stages (task_id, project_id, board_id, column_id, cycle_id, estimate_seconds, created_at, started_at,
    completed_at, entered_at)
  select id, project_id, board_id, column_id, cycle_id, estimate_seconds, created_at,
    case when completed_at is not null or exists (
      select from board_columns as own join board_columns as earlier
        on earlier.board_id = own.board_id and earlier.position < own.position
      where own.id = added.column_id) then created_at end,
    completed_at, created_at
  from added where deleted_at is null;
  return null;
end $$;

drop trigger record_changed_task_stage on tasks;
create trigger record_changed_task_stage after update on tasks for each row
when ((old.project_id, old.column_id, old.cycle_id, old.completed_at, old.deleted_at, old.estimate_seconds)
  is distinct from (new.project_id, new.column_id, new.cycle_id, new.completed_at, new.deleted_at, new.estimate_seconds))
execute function record_task_stage();
