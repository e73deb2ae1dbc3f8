-- Sign-ins at other providers that have begun here and not come back yet. They are found by the digest of their state: a
-- provider that answers with a form is another site, from which browsers send no cookies.
create table upstream_sign_ins (
  state char(64) primary key,
  provider_id bigint not null references sign_in_providers on delete cascade,
  -- The digest of the cookie of the browser that began.
  browser char(64) not null,
  -- The nonce and the code verifier, which only OAUTH2_ENCRYPTION_KEY opens.
  secret text not null,
  -- The request of the application, which goes on afterwards.
  parameters jsonb not null,
  -- A signed-in user who links the account, or tries the provider out.
  user_id bigint references users on delete cascade,
  is_test boolean not null default false,
  expires_at timestamptz(3) not null
);

create index upstream_sign_ins_provider_id_idx on upstream_sign_ins (provider_id);
create index upstream_sign_ins_user_id_idx on upstream_sign_ins (user_id);
create index upstream_sign_ins_expires_at_idx on upstream_sign_ins (expires_at);

-- The session at a provider that a session of a browser came from, so that one can end the other.
create table upstream_sessions (
  session_id bigint primary key references token_families on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text,
  -- The ID token, encrypted, which the provider wants to see when the user signs out.
  id_token text
);

create index upstream_sessions_subject_idx on upstream_sessions (provider, issuer, subject);

-- What the provider said last: the address, and the groups that mappings are about.
alter table identities add column email text, add column groups text[] not null default '{}';
