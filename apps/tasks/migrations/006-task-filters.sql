-- The tasks of some projects by priority, by sticker, in the trash: without the project in the index, everybody's would be read.
create index tasks_priority_project_idx on tasks (priority_id, project_id);
drop index tasks_priority_id_idx;

create index tasks_deleted_project_idx on tasks (project_id, id) where deleted_at is not null;

-- A task never changes its project.
alter table task_stickers add project_id bigint;
update task_stickers set project_id = tasks.project_id from tasks where tasks.id = task_stickers.task_id;
alter table task_stickers alter project_id set not null;
create index task_stickers_sticker_project_idx on task_stickers (sticker_id, project_id, task_id);
drop index task_stickers_sticker_id_idx;
