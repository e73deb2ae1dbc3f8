-- Counts changes of how the user signs in: of the password, of a second factor, and signing out everywhere. What was proven before
-- such a change is worth nothing afterwards.
alter table users add column security_stamp bigint not null default 0;

-- As in migration 040. A password that the previous release changes counts, too.
create or replace function copy_password() returns trigger language plpgsql as $$
begin
  if new.erased_at is not null then
    delete from passwords where user_id = new.id;
    return null;
  end if;
  insert into passwords as stored (user_id, hash) values (new.id, new.password_hash)
  on conflict (user_id) do update set hash = excluded.hash, changed_at = now() where stored.hash != excluded.hash;
  if found and tg_op = 'UPDATE' then
    update users set security_stamp = security_stamp + 1 where id = new.id;
  end if;
  return null;
end $$;
