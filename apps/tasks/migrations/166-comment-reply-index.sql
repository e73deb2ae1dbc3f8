-- In a migration of its own, because new comments wait for it. Most comments are no replies.
create index comments_reply_to_id_idx on comments (project_id, reply_to_id) where reply_to_id is not null;
