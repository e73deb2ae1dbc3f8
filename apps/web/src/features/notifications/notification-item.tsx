import type { Notification, NotificationType } from '@atrium/tasks/notifications/notification.contract'
import {
  IconAt,
  IconBell,
  IconCalendarDue,
  IconCircleCheck,
  IconFolderPlus,
  IconFolderX,
  IconMailOpened,
  IconMessageCircle,
  IconUserCheck,
  IconUserMinus,
} from '@atrium/ui/icons'
import { ActionIcon, Avatar, Indicator, Text, ThemeIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, todayIn } from '../../data/days.ts'
import { useReadNotification } from '../../data/notifications.ts'
import classes from './notification-item.module.css'
import { notificationTarget } from './notification-target.ts'

interface NotificationItemProps {
  notification: Notification
  timeZone: string
  /** It has been followed to where it leads. */
  onOpen?: () => void
}

export function NotificationItem({ notification, timeZone, onOpen }: NotificationItemProps) {
  const { t } = useTranslation()
  const { mutate: read } = useReadNotification()
  const { id, subject, body, readAt, createdAt, context } = notification
  const target = notificationTarget(context)
  const open = () => {
    if (!readAt) read(id)
    onOpen?.()
  }
  return (
    <li className={classes.item} data-unread={!readAt || undefined}>
      <NotificationIcon notification={notification} />
      <div className={classes.words}>
        {target ? (
          <Link {...target} className={classes.subject} onClick={open}>
            {subject}
          </Link>
        ) : (
          <span className={classes.subject}>{subject}</span>
        )}
        {!readAt && <VisuallyHidden>{t('notifications.unreadMark')}</VisuallyHidden>}
        {body && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {body}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <WhenText instant={createdAt} timeZone={timeZone} />
        </Text>
      </div>
      {!readAt && (
        <Tooltip label={t('notifications.markRead')}>
          <ActionIcon
            variant="subtle"
            className={classes.read}
            aria-label={`${t('notifications.markRead')}: ${subject}`}
            onClick={() => read(id)}
          >
            <IconMailOpened size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

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
function NotificationIcon({ notification: { type, actor } }: { notification: Notification }) {
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

/** How long ago, while that is today; then the day and the time. */
function WhenText({ instant, timeZone }: { instant: string; timeZone: string }) {
  const { i18n } = useTranslation()
  const isToday = dayOf(instant, timeZone) === todayIn(timeZone)
  const text = isToday ? agoText(instant, i18n.language) : dateText(instant, i18n.language, timeZone)
  return <time dateTime={instant}>{text}</time>
}

function agoText(instant: string, language: string) {
  const minutes = Math.round((Date.parse(instant) - Date.now()) / 60_000)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return minutes > -60
    ? format.format(Math.min(0, minutes), 'minute')
    : format.format(Math.round(minutes / 60), 'hour')
}

function dateText(instant: string, language: string, timeZone: string) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return format.format(new Date(instant))
}
