-- How the last comparison of accounts with a directory (LDAP) went, for the due time of the next one and for administrators.
create table directory_syncs (
  provider_id bigint primary key references sign_in_providers on delete cascade,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  checked integer not null default 0,
  -- Those who were missing, disabled or without the required group.
  departed integer not null default 0,
  -- Null if everything went well; a directory that is away, or too many people who would be archived.
  problem text check (problem in ('unavailable', 'too_many_departed'))
);
