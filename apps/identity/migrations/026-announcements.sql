-- What the task service must hear at once: tokens that ended before they expired, and changed rights. A row without a user, a
-- token and a client concerns everyone. Each row is written with its change; readers find new rows by transaction, because
-- ids are not in the order of commits. Rows are deleted after an hour.
create table announcements (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz(3) not null default now(),
  user_id bigint,
  token_id text,
  client_id text
);

create index announcements_xid_idx on announcements (xid);
create index announcements_at_idx on announcements (at);
