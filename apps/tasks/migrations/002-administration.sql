-- A session that is being refreshed, and for a moment what came of it: sealed with the old refresh token, so that
-- only who holds it can open it. However many instances there are, one of them asks the identity service.
create table session_refreshes (
  digest text primary key,
  started_at timestamptz(3) not null,
  outcome text
);

create index session_refreshes_started_at_idx on session_refreshes (started_at);

create extension if not exists pg_trgm;

create index users_surname_idx on users using gin (lower(surname) gin_trgm_ops);
create index users_name_idx on users using gin (lower(name) gin_trgm_ops);
create index users_email_search_idx on users using gin (lower(email) gin_trgm_ops);
create index users_created_at_idx on users (created_at);
create index user_roles_assigned_at_idx on user_roles (assigned_at);
