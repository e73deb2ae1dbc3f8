-- In batches: each statement runs in transactions of its own until it writes nothing. The locks wait for tasks that are about to
-- change their project.
update board_columns set board_project_id = parent.project_id
from (
  select id, project_id from boards
  where id in (select board_id from board_columns where board_project_id is null limit 10000) for key share
) as parent
where parent.id = board_columns.board_id and board_columns.board_project_id is null;

update starred_boards set project_id = parent.project_id
from (
  select id, project_id from boards
  where id in (select board_id from starred_boards where project_id is null limit 10000) for key share
) as parent
where parent.id = starred_boards.board_id and starred_boards.project_id is null;

update custom_field_options set project_id = parent.project_id
from (
  select id, project_id from custom_fields
  where id in (select field_id from custom_field_options where project_id is null limit 10000) for key share
) as parent
where parent.id = custom_field_options.field_id and custom_field_options.project_id is null;

update checklist_items set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from checklist_items where project_id is null limit 10000) for key share
) as parent
where parent.id = checklist_items.task_id and checklist_items.project_id is null;

update comments set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from comments where project_id is null limit 10000) for key share
) as parent
where parent.id = comments.task_id and comments.project_id is null;

update attachments set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from attachments where project_id is null limit 10000) for key share
) as parent
where parent.id = attachments.task_id and attachments.project_id is null;

update task_watchers set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from task_watchers where project_id is null limit 10000) for key share
) as parent
where parent.id = task_watchers.task_id and task_watchers.project_id is null;

update task_recurrences set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from task_recurrences where project_id is null limit 10000) for key share
) as parent
where parent.id = task_recurrences.task_id and task_recurrences.project_id is null;

update task_field_values set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from task_field_values where project_id is null limit 10000) for key share
) as parent
where parent.id = task_field_values.task_id and task_field_values.project_id is null;

update time_intervals set task_project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from time_intervals where task_project_id is null limit 10000) for key share
) as parent
where parent.id = time_intervals.task_id and time_intervals.task_project_id is null;

update imported_comments set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select task_id from imported_comments where project_id is null limit 10000) for key share
) as parent
where parent.id = imported_comments.task_id and imported_comments.project_id is null;

update comment_reactions set project_id = parent.project_id
from (
  select id, project_id from comments
  where id in (select comment_id from comment_reactions where project_id is null limit 10000) for key share
) as parent
where parent.id = comment_reactions.comment_id and comment_reactions.project_id is null;

update imported_columns set project_id = parent.project_id
from (
  select id, project_id from imports
  where id in (select import_id from imported_columns where project_id is null limit 10000) for key share
) as parent
where parent.id = imported_columns.import_id and imported_columns.project_id is null;

update imported_tasks set project_id = parent.project_id
from (
  select id, project_id from imports
  where id in (select import_id from imported_tasks where project_id is null limit 10000) for key share
) as parent
where parent.id = imported_tasks.import_id and imported_tasks.project_id is null;

update imported_links set project_id = parent.project_id
from (
  select id, project_id from imports
  where id in (select import_id from imported_links where project_id is null limit 10000) for key share
) as parent
where parent.id = imported_links.import_id and imported_links.project_id is null;

update task_relations set project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select to_task_id from task_relations where project_id is null limit 10000) for key share
) as parent
where parent.id = task_relations.to_task_id and task_relations.project_id is null;

update task_relations set from_project_id = parent.project_id
from (
  select id, project_id from tasks
  where id in (select from_task_id from task_relations where from_project_id is null limit 10000) for key share
) as parent
where parent.id = task_relations.from_task_id and task_relations.from_project_id is null;

-- Nothing refers to a deleted column in which no task has been, or to the changes of a deleted board.
update past_columns set project_id = stage.project_id
from (
  select distinct on (past_columns.id) past_columns.id, task_stages.project_id
  from past_columns join task_stages on task_stages.column_id = past_columns.id
  where past_columns.project_id is null order by past_columns.id, task_stages.entered_at desc
) as stage
where past_columns.id = stage.id;

delete from past_columns where project_id is null;

update board_changes set project_id = boards.project_id from boards
where boards.id = board_changes.board_id and board_changes.project_id is null;

delete from board_changes where project_id is null;
