-- People from outside who see nothing but the projects that they were invited to.
alter table users add column is_guest boolean not null default false;

-- Whether someone who has no account yet becomes a guest.
alter table invitations add column is_guest boolean not null default false;
