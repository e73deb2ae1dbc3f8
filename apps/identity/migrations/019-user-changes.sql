-- Which transactions have changed what the list of users is filtered by. As long as there is no new one, its totals are known.
create table user_changes (
  xid xid8 primary key default pg_current_xact_id()
);

create function record_user_changes() returns trigger language plpgsql as $$
begin
  insert into user_changes default values on conflict do nothing;
  return null;
end $$;

create trigger record_changed_users
after insert or delete or update of name, surname, patronymic, email, phone, archived_at, city_id, post_id, created_at on users
for each statement execute function record_user_changes();
create trigger record_changed_roles after insert or delete or update on user_roles
for each statement execute function record_user_changes();
