-- OpenID Connect, for clients that have the scope openid.
-- With a sector, each user has an ID of their own for the clients of that sector (pairwise), else their usual one.
alter table clients
  add column sector_identifier text,
  add column web_origins text[] not null default '{}',
  add column post_logout_redirect_uris text[] not null default '{}',
  add column backchannel_logout_uri text,
  add column backchannel_logout_session_required boolean not null default false;

-- How and when the user of a sign-in authenticated. The session is that of the browser: the family of our own pages that
-- the sign-in to an application goes back to, or the family itself if it is null. Claims are those asked for by name.
alter table token_families
  add column session_id bigint,
  add column authenticated_at timestamptz(3),
  add column amr text,
  add column id_token_claims text,
  add column userinfo_claims text;
create index token_families_session_id_idx on token_families (session_id) where session_id is not null;

alter table authorization_codes
  add column nonce text,
  add column session_id bigint,
  add column authenticated_at timestamptz(3),
  add column amr text,
  add column id_token_claims text,
  add column userinfo_claims text;
