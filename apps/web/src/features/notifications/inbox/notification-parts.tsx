import type { Notification, NotificationType } from '@atrium/tasks/notifications/notification.contract'
import {
  IconAt,
  IconBell,
  IconCalendarDue,
  IconCircleCheck,
  IconFolderPlus,
  IconFolderSymlink,
  IconFolderX,
  IconLockOpen,
  IconMessageCircle,
  IconUserCheck,
  IconUserMinus,
} from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Button, Indicator, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, todayIn } from '../../../data/days.ts'
import { ownInvitationsQuery, useAcceptOwnInvitation } from '../../../data/people/invitations.ts'

interface AcceptInvitationProps {
  invitationId: number | undefined
  onAccepted: () => void
}

/** While the invitation is pending. */
export function AcceptInvitation({ invitationId, onAccepted }: AcceptInvitationProps) {
  const { t } = useTranslation()
  const { data: invitations = [] } = useQuery(ownInvitationsQuery)
  const { mutate, isPending } = useAcceptOwnInvitation()
  const invitation = invitations.find(({ id }) => id === invitationId)
  if (!invitation) return null
  return (
    <Button
      size="compact-sm"
      my={6}
      loading={isPending}
      onClick={() => mutate(invitation.id, { onSuccess: onAccepted })}
    >
      {t('projects.invitation.accept')}
    </Button>
  )
}

type Icon = ComponentType<{ size: number; stroke: number }>

const icons: Partial<Record<NotificationType, [Icon, string]>> = {
  'task.assigned': [IconUserCheck, 'cobalt'],
  'task.unassigned': [IconUserMinus, 'gray'],
  'task.completed': [IconCircleCheck, 'teal'],
  'task.unblocked': [IconLockOpen, 'teal'],
  'task.moved_in': [IconFolderSymlink, 'gray'],
  'task.moved_out': [IconFolderSymlink, 'amber'],
  'task.due_changed': [IconCalendarDue, 'amber'],
  'task.due_soon': [IconCalendarDue, 'amber'],
  'task.overdue': [IconCalendarDue, 'red'],
  'comment.created': [IconMessageCircle, 'cobalt'],
  'comment.mention': [IconAt, 'grape'],
  'project.member_added': [IconFolderPlus, 'teal'],
  'project.member_removed': [IconFolderX, 'red'],
}

/** The actor's avatar with an icon of the type. */
export function NotificationIcon({
  notification: { type, actor },
}: {
  notification: Pick<Notification, 'type' | 'actor'>
}) {
  const [Icon, color] = icons[type] ?? [IconBell, 'cobalt']
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
      <PersonAvatar person={actor} size={36} />
    </Indicator>
  )
}

/** Relative if it was earlier today, otherwise the day, and the time if it is still ahead; the exact time is in the tooltip. */
export function WhenText({ instant, timeZone }: { instant: string; timeZone: string }) {
  const { i18n } = useTranslation()
  const isAhead = Date.parse(instant) > Date.now()
  const isToday = dayOf(instant, timeZone) === todayIn(timeZone)
  const text =
    isToday && !isAhead
      ? agoText(instant, i18n.language)
      : dayText(instant, i18n.language, { timeZone, withTime: isAhead })
  const exact = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <time dateTime={instant} title={exact.format(new Date(instant))}>
      {text}
    </time>
  )
}

function agoText(instant: string, language: string) {
  const minutes = Math.round((Date.parse(instant) - Date.now()) / 60_000)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return minutes > -60
    ? format.format(Math.min(0, minutes), 'minute')
    : format.format(Math.round(minutes / 60), 'hour')
}

function dayText(
  instant: string,
  language: string,
  { timeZone, withTime }: { timeZone: string; withTime: boolean },
) {
  const isThisYear = dayOf(instant, timeZone).slice(0, 4) === todayIn(timeZone).slice(0, 4)
  const format = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    ...(withTime && { hour: 'numeric', minute: '2-digit' }),
    timeZone,
  })
  return format.format(new Date(instant))
}
