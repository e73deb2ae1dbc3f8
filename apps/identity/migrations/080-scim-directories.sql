-- When a service account last used SCIM, and when it was last refused: a directory shows nobody here that its token has expired.
create table scim_directories (
  client_id bigint primary key references clients on delete cascade,
  last_request_at timestamptz(3),
  last_refused_at timestamptz(3)
);
