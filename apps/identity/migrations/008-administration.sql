-- Sign-ins as their user sees them: from where, and with what.
alter table token_families add column address text, add column user_agent text;

-- The browser that asked for a code is the one that signed in, not the server that redeems it.
alter table authorization_codes add column address text, add column user_agent text;

-- Whose failures they are, so that somebody can be let in again.
alter table sign_in_failures add column user_id bigint references users on delete cascade;
create index sign_in_failures_user_id_idx on sign_in_failures (user_id);

-- Sign-ins of each day are counted without reading the table.
drop index audit_entries_at_idx;
create index audit_entries_at_idx on audit_entries (at, action);

-- The second factor: a secret that only OAUTH2_ENCRYPTION_KEY opens, and the last step of its clock that was used.
create table two_factors (
  user_id bigint primary key references users on delete cascade,
  secret text not null,
  last_step bigint,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3)
);

-- Only digests, each for one use.
create table recovery_codes (
  user_id bigint not null references two_factors on delete cascade,
  code char(64) not null,
  used_at timestamptz(3),
  primary key (user_id, code)
);

-- Each permission with the lowest system role that holds it; every higher one holds it too.
create temporary table lowest on commit drop as
select * from (values
  ('sessions.read.self', 'user'), ('sessions.manage.self', 'user'),
  ('sessions.read.any', 'admin'), ('sessions.manage.any', 'admin'),
  ('rbac.permissions.read', 'admin')
) as lowest (permission, role);

insert into permissions (name) select permission from lowest on conflict do nothing;

insert into role_permissions (role_id, permission_id)
select holder.id, permissions.id
from lowest
join permissions on permissions.name = lowest.permission
join roles as first_holder on first_holder.name = lowest.role
join roles as holder on holder.is_system and holder.level >= first_holder.level
on conflict do nothing;
