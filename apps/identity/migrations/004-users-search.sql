-- What GET /users searches in, finds by and orders by.

create extension if not exists pg_trgm;

alter table users add column search_text text not null
  generated always as (lower(name || ' ' || surname || ' ' || email || ' ' || phone)) stored;

create index users_search_text_idx on users using gin (search_text gin_trgm_ops);

-- The default list, and its count without reading the table.
create index users_active_idx on users (id) where archived_at is null;
create index users_archived_at_idx on users (archived_at) where archived_at is not null;

create index users_email_idx on users (email, id);
create index users_surname_idx on users (surname, id);
create index users_name_idx on users (name, id);
create index users_created_at_idx on users (created_at, id);

create index user_roles_assigned_at_idx on user_roles (assigned_at, id);
