-- What a user has allowed an application: asked again only if it wants more, until the user withdraws it.
create table consents (
  user_id bigint not null references users on delete cascade,
  client_id bigint not null references clients on delete cascade,
  scope varchar(2000) not null,
  granted_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, client_id)
);

create index consents_client_id_idx on consents (client_id);
