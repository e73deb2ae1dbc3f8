-- What the clean-up looks for.
create index invitations_expires_at_idx on invitations (expires_at);
create index boards_deleted_at_idx on boards (deleted_at) where deleted_at is not null;
create index board_columns_deleted_at_idx on board_columns (deleted_at) where deleted_at is not null;

-- The orders and filters of the ideas.
create index idea_feedback_created_at_idx on idea_feedback (created_at, id);
create index idea_feedback_updated_at_idx on idea_feedback (updated_at, id);
create index idea_feedback_status_idx on idea_feedback (status, id);

-- Words of one or two letters have no trigrams: for them the texts of a project are read.
create index task_texts_project_id_idx on task_texts (project_id);

-- What is due soon.
create index tasks_due_date_idx on tasks (due_date, id)
where completed_at is null and deleted_at is null and assignee_id is not null;
