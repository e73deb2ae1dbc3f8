-- The state of a sign-in counts once, whoever still holds the cookie that it came with.
create table used_sign_in_states (
  digest text primary key,
  expires_at timestamptz(3) not null
);

create index used_sign_in_states_expires_at_idx on used_sign_in_states (expires_at);
