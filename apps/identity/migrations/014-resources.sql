-- The services that a client can request tokens for (RFC 8707). A code or session without one is for the client itself.
alter table clients add column resources text[] not null default '{}';
alter table authorization_codes add column resource text;
alter table token_families add column resource text;
