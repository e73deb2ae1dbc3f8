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
