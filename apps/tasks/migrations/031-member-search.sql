-- A page of members is read in the order in which they joined.
create index project_members_joined_at_idx on project_members (project_id, joined_at, user_id);

-- A search compares the address of every user whose name does not match; lowering its case took most of the time.
alter table users add column email_text text not null generated always as (lower(email)) stored;
create index users_email_words_idx on users using gin (email_text gin_trgm_ops);
