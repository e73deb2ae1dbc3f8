-- The applications that a user signed in to from a session of their browser: they get a message when it ends.
create table application_sessions (
  session_id bigint not null,
  client_id bigint not null references clients on delete cascade,
  user_id bigint not null references users on delete cascade,
  started_at timestamptz(3) not null,
  primary key (session_id, client_id)
);

create index application_sessions_client_id_idx on application_sessions (client_id);
create index application_sessions_user_id_idx on application_sessions (user_id);
create index application_sessions_started_at_idx on application_sessions (started_at);
