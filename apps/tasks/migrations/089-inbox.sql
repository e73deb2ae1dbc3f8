-- The inbox shows the notifications of a user by task. A group is done or snoozed if its newest notification is.
alter table notifications add column done_at timestamptz(3), add column snoozed_until timestamptz(3);

-- A notification that replaces another one takes its row. It is new, also when the previous release has written it.
create function return_to_inbox() returns trigger language plpgsql as $$
begin
  new.done_at := null;
  new.snoozed_until := null;
  return new;
end $$;

create trigger return_to_inbox before update of id on notifications
for each row when (old.id <> new.id) execute function return_to_inbox();

create index notifications_of_task_idx on notifications (user_id, task_id, id) where task_id is not null;
create index notifications_inbox_idx on notifications (user_id, greatest(created_at, snoozed_until), id)
where done_at is null;
create index notifications_done_idx on notifications (user_id, done_at, id) where done_at is not null;
