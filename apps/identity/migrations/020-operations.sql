-- The processes of this service: each writes its own row twice a minute.
create table instances (
  instance uuid primary key,
  version text not null,
  host text not null,
  worker integer,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  state jsonb not null
);

create index instances_seen_at_idx on instances (seen_at);

-- Scheduled backups of the installation, and whether they could be restored.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  file text not null,
  bytes bigint,
  restored_rows bigint,
  error text
);

create index backups_started_at_idx on backups (started_at);
