-- What a directory says about a user over SCIM and what nothing else needs. A user without a row has not been provisioned.
create table scim_users (
  user_id bigint primary key references users on delete cascade,
  -- What the directory calls the user.
  external_id text,
  display_name text,
  -- The directory deleted the user, who is archived since then: SCIM answers 404. A user who was restored later is found again.
  deleted_at timestamptz(3)
);

create index scim_users_external_id_idx on scim_users (external_id);
