-- Invitations are shown, and notifications mailed, to confirmed addresses only: anyone can register an address that is not
-- theirs. Whether it is confirmed comes with the profile.
alter table users add column is_email_verified boolean not null default false;
