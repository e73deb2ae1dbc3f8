-- Claims that an application gets in ID tokens and from userinfo, next to those of its scopes.
alter table clients add column claims jsonb not null default '[]';
