-- The image that the card of a task shows. The key ends with the task, which has an index already.
alter table tasks
  add column cover_id bigint,
  add constraint tasks_cover_id_fkey foreign key (project_id, cover_id, id)
    references attachments (project_id, id, task_id) on delete set null (cover_id) not valid;

-- Attachments that an import makes the cover of their task.
alter table import_job_files add column is_cover boolean not null default false;
