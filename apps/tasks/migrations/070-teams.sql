-- Groups of the identity service that are teams of a project, as far as projects need them.
create table groups (
  id bigint primary key,
  name text collate natural_order not null,
  source text not null
);

-- Members by the ids of the identity service: someone who has never signed in here is a member already.
create table group_members (
  group_id bigint not null references groups on delete cascade,
  passport_id bigint not null,
  primary key (group_id, passport_id)
);

create index group_members_passport_id_idx on group_members (passport_id);

create table project_groups (
  project_id bigint not null references projects on delete cascade,
  group_id bigint not null references groups on delete cascade,
  role text not null check (role in ('viewer', 'member', 'manager')),
  added_by bigint references users on delete set null,
  added_at timestamptz(3) not null default now(),
  primary key (project_id, group_id)
);

create index project_groups_group_id_idx on project_groups (group_id);
create index project_groups_added_by_idx on project_groups (added_by);

-- `role` stays the role that counts: the higher one of a member's own and their groups'. Members without a group have only
-- that; with a group, `team_role` is the highest of their groups' and `own_role` their own, if they have one.
alter table project_members
  add column team_role text check (team_role in ('viewer', 'member', 'manager')),
  add column own_role text check (own_role in ('viewer', 'member', 'manager', 'owner'));
