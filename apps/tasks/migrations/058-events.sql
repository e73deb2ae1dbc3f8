-- The activity of projects is also the outbox: consumers find the events that they have not seen by the transaction that wrote
-- them. Events from before this migration have none and count as seen. The defaults apply to the previous release, too.
alter table activity add column xid xid8, add column settled_below xid8;
alter table activity alter column xid set default pg_current_xact_id();
-- All transactions below it had ended when the event was written.
alter table activity alter column settled_below set default pg_snapshot_xmin(pg_current_snapshot());

create index activity_xid_idx on activity (xid) where xid is not null;

-- How far each consumer is: it has seen what is visible in `seen`, and of what is visible in `until` the events up to `after_id`.
create table event_consumers (
  name text primary key,
  seen pg_snapshot not null default pg_current_snapshot(),
  until pg_snapshot,
  after_id bigint not null default 0
) with (fillfactor = 50);
