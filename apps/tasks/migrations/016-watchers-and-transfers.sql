-- Who follows a task. A row with is_watching = false mutes the task for a user who would be notified otherwise.
create table task_watchers (
  task_id bigint not null references tasks on delete cascade,
  user_id bigint not null references users on delete cascade,
  is_watching boolean not null,
  updated_at timestamptz(3) not null default now(),
  primary key (task_id, user_id)
);

create index task_watchers_user_id_idx on task_watchers (user_id);

create table comment_reactions (
  comment_id bigint not null references comments on delete cascade,
  user_id bigint not null references users on delete cascade,
  emoji text not null,
  created_at timestamptz(3) not null default now(),
  primary key (comment_id, emoji, user_id)
);

create index comment_reactions_user_id_idx on comment_reactions (user_id);

-- A copied task shares the stored content of its attachments, which is removed with the last record that refers to it.
alter table attachments drop constraint attachments_key_key;
create index attachments_key_idx on attachments (key);

-- A task can move to another project, where it gets another number.
create or replace function keep_task_text() returns trigger language plpgsql as $$
begin
  insert into task_texts (task_id, project_id, text)
  values (new.id, new.project_id, unaccent(lower(concat_ws(' ', '#' || new.number, new.title, new.description))))
  on conflict (task_id) do update set project_id = excluded.project_id, text = excluded.text;
  return null;
end $$;

drop trigger keep_task_text on tasks;
create trigger keep_task_text after insert or update of title, description, project_id, number on tasks
for each row execute function keep_task_text();

-- Notifications are listed by time.
create index notifications_by_time_idx on notifications (user_id, created_at, id);
create index notifications_unread_by_time_idx on notifications (user_id, created_at, id) where read_at is null;
