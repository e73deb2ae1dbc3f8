-- The first version of 005-indexes had no id in this index.
drop index tasks_due_date_idx;
create index tasks_due_date_idx on tasks (due_date, id)
where completed_at is null and deleted_at is null and assignee_id is not null;

update schema_migrations set checksum = '91619010adb0947dbd6a42b0f8816e3c2fd2df3820fcdc83824d0376017e4e6a'
where name = '005-indexes';
