-- What a bulk change has replaced, so that it can be undone: one row for each project, with an entry for each changed task.
create table bulk_changes (
  id bigint not null,
  project_id bigint not null references projects on delete cascade,
  user_id bigint not null references users on delete cascade,
  tasks jsonb not null,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  primary key (id, project_id)
);

create sequence bulk_changes_id_seq owned by bulk_changes.id;
create index bulk_changes_project_id_idx on bulk_changes (project_id);
create index bulk_changes_user_id_idx on bulk_changes (user_id);
create index bulk_changes_created_at_idx on bulk_changes (created_at);
