-- Every word of a search must be somewhere in the name, or in the address where it is shown: so the two are apart.
alter table users add column name_text text collate natural_order not null
  generated always as (lower(name || ' ' || surname || coalesce(' ' || patronymic, ''))) stored;

create index users_name_text_idx on users using gin (name_text gin_trgm_ops);
create index users_email_text_idx on users using gin (lower(email) gin_trgm_ops);
