-- The comment whose thread a comment is part of; null for the first one of a thread.
alter table comments
  add column reply_to_id bigint,
  add constraint comments_reply_to_id_fkey foreign key (project_id, reply_to_id)
    references comments (project_id, id) on delete set null (reply_to_id) not valid;
