-- Who votes for a task. It follows its task to another project.
create table task_votes (
  task_id bigint not null,
  project_id bigint not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (task_id, user_id),
  foreign key (project_id, task_id) references tasks (project_id, id) on update cascade on delete cascade
);

create index task_votes_user_id_idx on task_votes (user_id);

alter table tasks add column vote_count integer not null default 0;

-- The count is kept in the statement that votes, like the count of comments.
create function count_votes() returns trigger language plpgsql as $$
begin
  update tasks set vote_count = vote_count + (case tg_op when 'INSERT' then 1 else -1 end)
  where project_id = coalesce(new.project_id, old.project_id) and id = coalesce(new.task_id, old.task_id);
  return null;
end $$;

create trigger count_votes after insert or delete on task_votes for each row execute function count_votes();
