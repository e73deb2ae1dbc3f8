-- Which task each user plans for which day, in an order of their own. Nobody else sees it.
create table planned_tasks (
  user_id bigint not null references users on delete cascade,
  task_id bigint not null,
  project_id bigint not null,
  day date not null,
  position integer not null,
  primary key (user_id, task_id),
  constraint planned_tasks_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade
);

create index planned_tasks_day_idx on planned_tasks (user_id, day);
create index planned_tasks_task_id_idx on planned_tasks (project_id, task_id);

-- How long a user works: what they plan is compared with it. 1 is Monday.
alter table user_settings
  add column workday_seconds integer not null default 28800
    check (workday_seconds between 0 and 86400),
  add column working_days smallint[] not null default '{1,2,3,4,5}'
    check (working_days <@ '{1,2,3,4,5,6,7}');
