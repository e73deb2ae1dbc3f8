-- Up to which entry the audit log has been sent on, and who is sending. Up to the horizon no entry can appear any more once the
-- transactions before its transaction id have ended.
create table audit_shipping (
  is_only boolean primary key default true check (is_only),
  shipped_id bigint not null default 0,
  horizon_id bigint not null default 0,
  horizon_xid xid8 not null default '0',
  lease text,
  leased_until timestamptz(3)
);

insert into audit_shipping default values;
