import type { Notification, NotificationType } from '@atrium/tasks/notifications/notification.contract'
import {
  IconAt,
  IconBell,
  IconCalendarDue,
  IconCircleCheck,
  IconFolderPlus,
  IconFolderX,
  IconMessageCircle,
  IconUserCheck,
  IconUserMinus,
} from '@atrium/ui/icons'
import { Avatar, Indicator, ThemeIcon } from '@mantine/core'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size: number; stroke: number }>

const looks: Partial<Record<NotificationType, [Icon, string]>> = {
  'task.assigned': [IconUserCheck, 'cobalt'],
  'task.unassigned': [IconUserMinus, 'gray'],
  'task.completed': [IconCircleCheck, 'teal'],
  'task.due_changed': [IconCalendarDue, 'amber'],
  'task.due_soon': [IconCalendarDue, 'amber'],
  'task.overdue': [IconCalendarDue, 'red'],
  'comment.created': [IconMessageCircle, 'cobalt'],
  'comment.mention': [IconAt, 'grape'],
  'project.member_added': [IconFolderPlus, 'teal'],
  'project.member_removed': [IconFolderX, 'red'],
}

/** Whose doing it is, and of which kind. */
export function NotificationIcon({ notification: { type, actor } }: { notification: Notification }) {
  const [Icon, color] = looks[type] ?? [IconBell, 'cobalt']
  if (!actor) {
    return (
      <ThemeIcon variant="light" color={color} size={36} radius="xl">
        <Icon size={18} stroke={1.75} />
      </ThemeIcon>
    )
  }
  const kind = (
    <ThemeIcon color={color} variant="filled" size={18} radius="xl">
      <Icon size={12} stroke={2.25} />
    </ThemeIcon>
  )
  return (
    <Indicator
      label={kind}
      position="bottom-end"
      offset={6}
      color="transparent"
      size={18}
      zIndex={1}
      aria-hidden
    >
      <Avatar
        src={actor.avatarUrl}
        name={`${actor.name} ${actor.surname}`}
        color="initials"
        size={36}
        alt=""
      />
    </Indicator>
  )
}
