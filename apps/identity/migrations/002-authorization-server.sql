-- Every key that ever signed. A retired one keeps its name, so that it is never taken for a new one, and nothing else.
create table signing_keys (
  kid text primary key,
  public_key text not null,
  private_key text,
  created_at timestamptz(3) not null default now(),
  signs_from timestamptz(3) not null,
  verifies_until timestamptz(3)
);

-- Failed sign-ins of an account from an address, and of an address as a whole.
create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  first_failed_at timestamptz(3) not null,
  blocked_until timestamptz(3)
);

create index sign_in_failures_first_failed_at_idx on sign_in_failures (first_failed_at);
