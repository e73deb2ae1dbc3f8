-- Filled by triggers: project_id, from_project_id, board_project_id, task_project_id
-- The validated constraints spare reading the tables.
alter table board_columns alter column board_project_id set not null;
alter table board_columns drop constraint board_columns_board_project_id_check;
alter table starred_boards alter column project_id set not null;
alter table starred_boards drop constraint starred_boards_project_id_check;
alter table custom_field_options alter column project_id set not null;
alter table custom_field_options drop constraint custom_field_options_project_id_check;
alter table checklist_items alter column project_id set not null;
alter table checklist_items drop constraint checklist_items_project_id_check;
alter table comments alter column project_id set not null;
alter table comments drop constraint comments_project_id_check;
alter table attachments alter column project_id set not null;
alter table attachments drop constraint attachments_project_id_check;
alter table task_watchers alter column project_id set not null;
alter table task_watchers drop constraint task_watchers_project_id_check;
alter table task_recurrences alter column project_id set not null;
alter table task_recurrences drop constraint task_recurrences_project_id_check;
alter table task_field_values alter column project_id set not null;
alter table task_field_values drop constraint task_field_values_project_id_check;
alter table time_intervals alter column task_project_id set not null;
alter table time_intervals drop constraint time_intervals_task_project_id_check;
alter table imported_comments alter column project_id set not null;
alter table imported_comments drop constraint imported_comments_project_id_check;
alter table comment_reactions alter column project_id set not null;
alter table comment_reactions drop constraint comment_reactions_project_id_check;
alter table imported_columns alter column project_id set not null;
alter table imported_columns drop constraint imported_columns_project_id_check;
alter table imported_tasks alter column project_id set not null;
alter table imported_tasks drop constraint imported_tasks_project_id_check;
alter table imported_links alter column project_id set not null;
alter table imported_links drop constraint imported_links_project_id_check;
alter table past_columns alter column project_id set not null;
alter table past_columns drop constraint past_columns_project_id_check;
alter table board_changes alter column project_id set not null;
alter table board_changes drop constraint board_changes_project_id_check;
alter table task_relations alter column project_id set not null, alter column from_project_id set not null;
alter table task_relations drop constraint task_relations_project_id_check, drop constraint task_relations_from_project_id_check;

-- Sub-tasks are in the project of their parent.
create function subtask_progress(project_id bigint, task_id bigint) returns bigint[] language plpgsql stable as $$
begin
  return (
    with recursive below as (
      select child.id, child.parent_id, child.completed_at from tasks as child
      where child.project_id = subtask_progress.project_id and child.parent_id = task_id and child.deleted_at is null
      union all
      select child.id, child.parent_id, child.completed_at from below
      join tasks as child on child.project_id = subtask_progress.project_id and child.parent_id = below.id
        and child.deleted_at is null
    )
    select array[count(*), count(completed_at)] from below where id not in (select parent_id from below));
end $$;
