import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const tasksErrors = defineErrors(language => texts(language).tasks.errors, {
  task_not_found: 404,
  no_column_for_task: 404,
  project_has_no_column: 409,
  task_deleted: 410,
  task_not_deleted: 409,
  task_not_completed: 409,
  board_deleted: 409,
  restore_requires_manager: 403,
  move_requires_manager: 403,
  stale_version: 409,
  wip_limit_reached: 409,
  no_done_column: 409,
  no_open_column: 409,
  bulk_change_not_found: 404,
  bulk_change_undone: 409,
  changed_since: 409,
  task_just_moved: 409,
  task_number_taken: { status: 409, kind: 'conflict' },
  task_position_taken: { status: 409, kind: 'conflict' },

  recurrence_not_found: 404,
  nothing_to_skip: 409,
  too_many_skipped_dates: 409,

  comment_not_found: 404,
  not_comment_author: 403,
  replied_comment_not_found: 409,

  too_many_reactions: 409,

  checklist_item_not_found: 404,
  checklist_item_position_taken: { status: 409, kind: 'conflict' },
  too_many_checklist_items: 409,

  relation_not_found: 404,
  task_relation_pair_taken: 409,
  tasks_block_each_other: 409,
  too_many_relations: 409,

  sticker_not_found: 404,
  sticker_name_taken: 409,
  sticker_already_attached: { status: 409, kind: 'entity-already-exists' },
  too_many_stickers: 409,
  too_many_task_stickers: 409,

  too_many_assignees: 409,

  attachment_not_found: 404,
  too_many_attachments: 409,

  project_files_full: 413,

  task_priority_not_found: 404,
  task_priority_name_taken: 409,
  task_priority_level_taken: 409,
  task_priority_is_default_taken: 409,
  default_priority_required: 409,
  default_priority: 409,
})
