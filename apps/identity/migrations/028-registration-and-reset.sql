-- The registration page does not require a phone number.
alter table users alter column phone drop not null;

-- `search_text` is null without a phone number. It stays for the previous release, which requires it to be there.
alter table users alter column search_text drop not null;
alter table users add column search_words text collate natural_order not null
  generated always as (
    lower(name || ' ' || surname || ' ' || coalesce(patronymic || ' ', '') || email || coalesce(' ' || phone, ''))
  ) stored;

create index users_search_words_idx on users using gin (search_words gin_trgm_ops);

-- The query of the authorization request that a user left to reset their password: the reset leads back to it.
alter table mail_tokens add column authorization_query text;
