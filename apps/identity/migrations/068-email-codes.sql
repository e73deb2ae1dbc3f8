-- Codes for signing in that were asked for, for whatever was typed: a row says nothing about whether there is an account.
create table email_codes (
  -- The digest of the id that the form repeats.
  id char(64) primary key,
  -- The digest of the cookie of the browser that asked: the code works nowhere else.
  browser char(64) not null,
  -- Where it was asked for; an IPv6 network is one place.
  network text not null,
  -- Set when the email is sent, and never for those who cannot sign in this way.
  user_id bigint references users on delete cascade,
  email text,
  code char(64),
  security_stamp bigint,
  tries smallint not null default 0,
  used_at timestamptz(3),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index email_codes_network_created_at_idx on email_codes (network, created_at);
create index email_codes_user_id_created_at_idx on email_codes (user_id, created_at);
create index email_codes_expires_at_idx on email_codes (expires_at);
