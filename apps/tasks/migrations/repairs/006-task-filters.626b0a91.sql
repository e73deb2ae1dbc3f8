-- The first version of 006-task-filters lacked this index.
create index tasks_deleted_project_idx on tasks (project_id, id) where deleted_at is not null;

update schema_migrations set checksum = '0896b1054a08003762e7cea1572e8acb0aa1ea639f00167f495459307250e8d5'
where name = '006-task-filters';
