-- What administrators tell everyone: that the installation is in maintenance mode, and a banner. There is at most one of each. The
-- id changes with every new text, so that a dismissed banner stays away and the next one is shown.
create table notices (
  subject text primary key check (subject in ('maintenance', 'banner')),
  id bigint generated always as identity,
  kind text not null default 'info' check (kind in ('info', 'warning')),
  text text check (subject = 'maintenance' or text is not null),
  text_ru text,
  ends_at timestamptz(3),
  since timestamptz(3) not null
);
