-- The instances that have told the task service lately that it hears everything, and until when such a statement can still be
-- relied on at the latest. A revocation waits for each of them, so it also waits for one that was killed a moment ago. The
-- names are those of the event channel; rows are renewed every few seconds while anyone follows.
create table announcers (
  instance text primary key,
  valid_until timestamptz(3) not null
);

create index announcers_valid_until_idx on announcers (valid_until);
