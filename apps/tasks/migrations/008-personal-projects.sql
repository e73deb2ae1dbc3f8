-- The first one is made by a sign-in, which holds a lock for its user; further ones people make themselves.
drop index projects_owner_id_key;
