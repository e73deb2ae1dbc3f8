-- Lists are sorted as people expect it: Adams, Ångström, Baker, Иванов, whatever their case, and 2 before 10. The order is
-- that of the columns themselves, so their indexes have it too.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- It is made of columns whose collation changes.
alter table users drop column search_text;

alter table users
  alter column surname type text collate natural_order,
  alter column name type text collate natural_order,
  alter column patronymic type text collate natural_order,
  alter column email type text collate natural_order;
alter table cities alter column name type text collate natural_order;
alter table languages alter column name type text collate natural_order;
alter table posts alter column name type text collate natural_order;
alter table roles alter column name type text collate natural_order;
alter table permissions alter column name type text collate natural_order;
alter table clients alter column name type varchar(100) collate natural_order;
alter table files alter column name type text collate natural_order;

-- Every word of a search must be somewhere in it.
alter table users add column search_text text collate natural_order not null
  generated always as (
    lower(name || ' ' || surname || ' ' || coalesce(patronymic || ' ', '') || email || ' ' || phone)
  ) stored;

create index users_search_text_idx on users using gin (search_text gin_trgm_ops);

-- Adding a second factor needs a confirmed address from now on. The address of an owner comes from the person who
-- installed the service or from another owner, and there may be no mailbox behind it.
update users set email_verified_at = now()
where email_verified_at is null and id in (
  select user_roles.user_id from user_roles join roles on roles.id = user_roles.role_id where roles.name = 'owner');
