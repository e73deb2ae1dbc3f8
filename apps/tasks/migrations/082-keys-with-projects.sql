-- Records refer to what they belong to together with its project, so both are always in the same one. What belongs to a task that
-- changes projects follows it. Foreign keys that are not valid yet apply to what is written from now on; migration 083 validates
-- them. Most requests begin with a task, so those that wait for this one hold no other table.
lock table tasks in access exclusive mode;

create unique index boards_project_id_key on boards (project_id, id);
create unique index custom_fields_project_id_key on custom_fields (project_id, id);
create unique index imports_project_id_key on imports (project_id, id);
drop index tasks_project_id_idx;

-- Its function can go with the next release.
drop trigger move_parts_of_task on tasks;

alter table board_columns
  drop constraint board_columns_board_id_fkey,
  add constraint board_columns_board_id_fkey foreign key (board_project_id, board_id)
    references boards (project_id, id) on delete cascade not valid,
  add constraint board_columns_board_project_id_check check (board_project_id is not null) not valid;
alter table starred_boards
  drop constraint starred_boards_board_id_fkey,
  add constraint starred_boards_board_id_fkey foreign key (project_id, board_id)
    references boards (project_id, id) on delete cascade not valid,
  add constraint starred_boards_project_id_check check (project_id is not null) not valid;
alter table custom_field_options
  drop constraint custom_field_options_field_id_fkey,
  add constraint custom_field_options_field_id_fkey foreign key (project_id, field_id)
    references custom_fields (project_id, id) on delete cascade not valid,
  add constraint custom_field_options_project_id_check check (project_id is not null) not valid;
alter table checklist_items
  drop constraint checklist_items_task_id_fkey,
  add constraint checklist_items_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint checklist_items_project_id_check check (project_id is not null) not valid;
alter table comments
  drop constraint comments_task_id_fkey,
  add constraint comments_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint comments_project_id_check check (project_id is not null) not valid;
alter table attachments
  drop constraint attachments_task_id_fkey,
  add constraint attachments_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint attachments_project_id_check check (project_id is not null) not valid;
alter table task_watchers
  drop constraint task_watchers_task_id_fkey,
  add constraint task_watchers_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint task_watchers_project_id_check check (project_id is not null) not valid;
alter table task_recurrences
  drop constraint task_recurrences_task_id_fkey,
  add constraint task_recurrences_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint task_recurrences_project_id_check check (project_id is not null) not valid;
alter table task_field_values
  drop constraint task_field_values_task_id_fkey,
  add constraint task_field_values_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint task_field_values_project_id_check check (project_id is not null) not valid;
alter table time_intervals
  drop constraint time_intervals_task_id_fkey,
  add constraint time_intervals_task_id_fkey foreign key (task_project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint time_intervals_task_project_id_check check (task_project_id is not null) not valid;
alter table imported_comments
  drop constraint imported_comments_task_id_fkey,
  add constraint imported_comments_task_id_fkey foreign key (project_id, task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint imported_comments_project_id_check check (project_id is not null) not valid;
alter table comment_reactions
  drop constraint comment_reactions_comment_id_fkey,
  add constraint comment_reactions_comment_id_fkey foreign key (project_id, comment_id)
    references comments (project_id, id) on update cascade on delete cascade not valid,
  add constraint comment_reactions_project_id_check check (project_id is not null) not valid;
alter table imported_columns
  drop constraint imported_columns_import_id_fkey,
  add constraint imported_columns_import_id_fkey foreign key (project_id, import_id)
    references imports (project_id, id) on delete cascade not valid,
  add constraint imported_columns_project_id_check check (project_id is not null) not valid;
alter table imported_tasks
  drop constraint imported_tasks_import_id_fkey,
  add constraint imported_tasks_import_id_fkey foreign key (project_id, import_id)
    references imports (project_id, id) on delete cascade not valid,
  add constraint imported_tasks_project_id_check check (project_id is not null) not valid;
alter table imported_links
  drop constraint imported_links_import_id_fkey,
  add constraint imported_links_import_id_fkey foreign key (project_id, import_id)
    references imports (project_id, id) on delete cascade not valid,
  add constraint imported_links_project_id_check check (project_id is not null) not valid;
alter table task_relations
  drop constraint task_relations_to_task_id_fkey,
  add constraint task_relations_to_task_id_fkey foreign key (project_id, to_task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  drop constraint task_relations_from_task_id_fkey,
  add constraint task_relations_from_task_id_fkey foreign key (from_project_id, from_task_id)
    references tasks (project_id, id) on update cascade on delete cascade not valid,
  add constraint task_relations_project_id_check check (project_id is not null) not valid,
  add constraint task_relations_from_project_id_check check (from_project_id is not null) not valid;
alter table past_columns add constraint past_columns_project_id_check check (project_id is not null) not valid;
alter table board_changes add constraint board_changes_project_id_check check (project_id is not null) not valid;
