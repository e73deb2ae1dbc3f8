/** What a refused action says, by the server's error code. Other errors are explained by their status. */
const errors = {
  role_too_low: 'Your role in this project doesn’t allow this.',
  not_a_member: 'You’re no longer a member of this project.',
  project_archived: 'The project is archived. Restore it first.',
  record_deleted: 'This has been deleted in the meantime.',

  owner_required: 'A project needs an owner. Transfer the ownership first.',
  owner_cannot_leave: 'A project needs an owner. Transfer the ownership before you leave.',
  already_a_member: 'This user is already a member.',
  member_not_found: 'This person is no longer a member.',
  invitation_not_found: 'This invitation no longer exists.',
  pending_invitation_not_found: 'This invitation is no longer pending.',
  too_many_invitations: 'You’ve sent too many invitations. Try again in an hour.',

  last_column: 'A board needs at least one column.',
  column_has_tasks: 'This column has tasks. Choose where to move them first.',
  too_many_columns: 'A board can have at most {{limit}} columns.',
  board_deleted: 'The board of this task is deleted. Restore the board first.',
  task_deleted: 'This task has been deleted.',
  task_not_found: 'This task no longer exists.',
  restore_requires_manager: 'Only managers can restore tasks that others created and deleted.',
  not_comment_author: 'Only the author can edit a comment.',
  comment_not_found: 'This comment has been deleted.',
  checklist_item_not_found: 'This item has been deleted.',
  too_many_checklist_items: 'A checklist can have at most {{limit}} items.',
  sticker_not_found: 'This sticker has been deleted.',
  sticker_already_attached: 'The task already has this sticker.',
  too_many_stickers: 'A project can have at most {{limit}} stickers.',
  too_many_task_stickers: 'A task can have at most {{limit}} stickers.',
  attachment_not_found: 'This file has been deleted.',
  too_many_attachments: 'A task can have at most {{limit}} files.',

  timer_already_running: 'Your timer is already running on this task.',
  timer_on_other_task: 'Your timer is running on another task.',
  no_timer_running: 'Your timer has already been stopped.',
  timer_running: 'Stop the timer first.',
  time_interval_not_found: 'This time entry has been deleted.',

  idea_not_found: 'This idea has been deleted.',
} as const

export default errors
