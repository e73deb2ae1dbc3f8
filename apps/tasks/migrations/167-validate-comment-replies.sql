alter table comments validate constraint comments_reply_to_id_fkey;
