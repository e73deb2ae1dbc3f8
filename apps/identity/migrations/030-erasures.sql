-- When the user's personal data was erased; the record stays, because others refer to its id.
alter table users add column erased_at timestamptz(3);

-- What the task service has to erase, too. It needs the address to find invitations, and the address is deleted once it has
-- answered. The held projects are those where the content stays for now.
create table erasures (
  user_id bigint primary key references users on delete cascade,
  email text,
  reported_at timestamptz(3),
  held_project_ids bigint[] not null default '{}'
);

create index erasures_unreported_idx on erasures (user_id) where reported_at is null;
