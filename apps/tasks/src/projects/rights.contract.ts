import { OneOf } from '@atrium/core/schema'
import type { Static } from 'typebox'

export const MemberRole = OneOf('viewer', 'member', 'manager', 'owner')
export type MemberRole = Static<typeof MemberRole>

/** Rights in a project, each with the lowest role that has it: a role has all rights of the roles before it. */
export const rights = {
  'project.read': 'viewer',
  'member.leave': 'viewer',
  'task.write': 'member',
  'comment.write': 'member',
  'attachment.write': 'member',
  'time.write': 'member',
  'view.share': 'member',
  'board.write': 'manager',
  'board.share': 'manager',
  'sticker.write': 'manager',
  'field.write': 'manager',
  'cycle.write': 'manager',
  'member.write': 'manager',
  'project.export': 'manager',
  'invitation.read': 'manager',
  'invitation.write': 'manager',
  'task.move_out': 'manager',
  'task.import': 'manager',
  'task.restore.any': 'manager',
  'comment.delete.any': 'manager',
  'attachment.delete.any': 'manager',
  'time.any': 'manager',
  'trash.read': 'manager',
  'view.manage': 'manager',
  'template.write': 'manager',
  'webhook.read': 'manager',
  'webhook.write': 'manager',
  'automation.read': 'manager',
  'automation.write': 'manager',
  'repository.read': 'manager',
  'repository.write': 'manager',
  'form.read': 'manager',
  'form.write': 'manager',
  'task.hard_delete': 'owner',
  'project.write': 'owner',
} as const satisfies Record<string, MemberRole>

export type Right = keyof typeof rights
