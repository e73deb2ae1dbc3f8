-- Takes the place of tasks_project_id_idx, which left out deleted tasks. It knows which ones are deleted, so that tasks are still
-- counted by the index alone. In a migration of its own, because changes of tasks wait for it.
create unique index tasks_project_id_key on tasks (project_id, id) include (deleted_at);
