-- What the cover of a task refers to: an attachment of its own.
create unique index attachments_project_id_id_task_id_key on attachments (project_id, id, task_id);
