export default {
  errors: {
    task_not_found: 'Task not found',
    no_column_for_task: 'There is no column to create the task in; create one first',
    project_has_no_column:
      'This project has no board with a column yet; create one with POST /project/{projectId}/board',
    task_deleted: 'This task has been deleted',
    task_not_deleted: 'This task is not deleted',
    task_not_completed: 'Only completed tasks can be archived; complete this one first',
    board_deleted: 'The board of this task is deleted; restore the board first',
    restore_requires_manager: 'Only managers can restore tasks that others created and deleted',
    move_requires_manager:
      'Your role in the other project is higher than here; only managers can move tasks there',
    stale_version: 'Someone else has changed the task since you last read it',
    wip_limit_reached:
      'The column "{title}" has reached its limit of {wipLimit} tasks; send force: true to exceed it',
    no_done_column: 'The board of this task has no column for completed tasks',
    no_open_column: 'The board of this task has only columns for completed tasks',
    bulk_change_not_found:
      'There is no such change to undo; changes of many tasks can be undone for 24 hours',
    bulk_change_undone: 'This change has already been undone',
    changed_since: 'It has been changed again since then',
    task_just_moved: 'Someone has just moved the task; try again',
    task_number_taken: 'Another task has just been given this number; try again',
    task_position_taken: 'Another task has just been moved here; try again',

    recurrence_not_found: 'This task does not repeat',
    nothing_to_skip: 'There is no such date ahead to skip',
    too_many_skipped_dates: 'At most {limit} dates can be skipped',

    comment_not_found: 'Comment not found',
    not_comment_author: 'Only the author can edit a comment',
    replied_comment_not_found: 'The task has no such comment to reply to; it may have been deleted',

    too_many_reactions: 'A comment can have at most {limit} different reactions',

    checklist_item_not_found: 'Checklist item not found',
    checklist_item_position_taken: 'Another item has just been moved here; try again',
    too_many_checklist_items: 'A checklist can have at most {limit} items',

    relation_not_found: 'Relation not found',
    task_relation_pair_taken: 'These tasks already have this relation',
    tasks_block_each_other: 'These tasks would end up blocking each other',
    too_many_relations: 'A task can have at most {limit} relations',

    sticker_not_found: 'Label not found',
    sticker_name_taken: 'A label with this name already exists',
    sticker_already_attached: 'The task already has this label',
    too_many_stickers: 'A project can have at most {limit} labels',
    too_many_assignees: 'A task can have at most {limit} assignees',
    too_many_task_stickers: 'A task can have at most {limit} labels',

    attachment_not_found: 'Attachment not found',
    too_many_attachments: 'A task can have at most {limit} attachments',

    project_files_full:
      "The files of this project take {usedBytes, megabytes} of {allowedBytes, megabytes} MB, so this file doesn't fit. Delete files, or ask an administrator for more space.",

    task_priority_not_found: 'Priority not found',
    task_priority_name_taken: 'A priority with this name already exists',
    task_priority_level_taken: 'A priority with this level already exists',
    task_priority_is_default_taken: 'There is already a default priority',
    default_priority_required: '{name} is the default priority; make another one the default instead',
    default_priority:
      "{name} is the default priority and can't be deleted; make another one the default first",

    rule_expected:
      'must be a recurrence rule such as FREQ=WEEKLY;BYDAY=MO,TH with FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, COUNT or UNTIL, WKST',
    rule_without_dates: 'has no date after this occurrence',
    interval_rule_expected:
      'can only have FREQ, INTERVAL, COUNT and UNTIL when tasks repeat after completion',
    same_task: "can't be the task itself",
    parent_is_below: "can't be the task itself or one of its sub-tasks",
    nested_too_deep: 'sub-tasks can be nested at most 5 levels deep',
    not_combinable: "can't be combined with {other}",
    same_project: 'is already the project of the task',
    not_on_this_board: 'must be a column of the board',
    in_other_task: 'belongs to another task',
    assignee_not_a_member: 'must be a member of the project',
    assignee_not_first: 'must be the first of assigneeIds',
    assignee_is_viewer: 'is a viewer; only members who can edit tasks can be assigned',
    start_after_due: "can't be after dueDate",
    due_before_start: "can't be before startDate",
    emoji_expected: 'must be a single emoji',
    comment_text_expected: 'must have 1 to 10000 characters, not only spaces',
    user_ids_expected: 'must be user IDs separated by commas, me or none',
  },
  csv: {
    headings: {
      number: 'ID',
      title: 'Title',
      project: 'Project',
      board: 'Board',
      column: 'Status',
      priority: 'Priority',
      assignee: 'Assignee',
      cycle: 'Cycle',
      start: 'Start date',
      due: 'Due date',
      estimate: 'Estimate (hours)',
      tracked: 'Tracked (hours)',
      stickers: 'Labels',
      checklist: 'Checklist',
      subtasks: 'Sub-tasks',
      blocked: 'Blocked',
      comments: 'Comments',
      votes: 'Votes',
      creator: 'Created by',
      created: 'Created',
      updated: 'Updated',
      completed: 'Completed',
    },
    yes: 'Yes',
    no: 'No',
    priorities: { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' },
  },
} as const
