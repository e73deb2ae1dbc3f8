create unique index comments_project_id_key on comments (project_id, id);
