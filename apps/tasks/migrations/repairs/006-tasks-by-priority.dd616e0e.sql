-- Replaced by 006-task-filters, whose first two statements it had.
create index tasks_deleted_project_idx on tasks (project_id, id) where deleted_at is not null;

alter table task_stickers add project_id bigint;
update task_stickers set project_id = tasks.project_id from tasks where tasks.id = task_stickers.task_id;
alter table task_stickers alter project_id set not null;
create index task_stickers_sticker_project_idx on task_stickers (sticker_id, project_id, task_id);
drop index task_stickers_sticker_id_idx;

update schema_migrations set name = '006-task-filters',
  checksum = '0896b1054a08003762e7cea1572e8acb0aa1ea639f00167f495459307250e8d5'
where name = '006-tasks-by-priority';
