import type { Notification, NotificationType } from '@atrium/tasks/notifications/notification.contract'
import { EmptyState } from '@atrium/ui/feedback/states'
import {
  IconAt,
  IconBell,
  IconCalendarDue,
  IconCircleCheck,
  IconFolderPlus,
  IconFolderSymlink,
  IconFolderX,
  IconLockOpen,
  IconMailOpened,
  IconMessageCircle,
  IconUserCheck,
  IconUserMinus,
} from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import {
  ActionIcon,
  Button,
  Card,
  Group,
  Indicator,
  SegmentedControl,
  Select,
  Stack,
  Text,
  ThemeIcon,
  Title,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords, dayOf, todayIn } from '../../data/days.ts'
import { ownInvitationsQuery, useAcceptOwnInvitation } from '../../data/invitations.ts'
import { type NotificationFilters, useReadNotification } from '../../data/notifications.ts'
import { allProjectsQuery } from '../../data/projects.ts'
import { markedOptions } from '../../project-mark/project-mark.tsx'
import classes from './notification-list.module.css'
import { notificationTarget } from './notification-target.ts'

/** By day, newest first. */
export function NotificationDays({ items, timeZone }: { items: Notification[]; timeZone: string }) {
  const dayName = useDayName(timeZone)
  const days = Map.groupBy(items, ({ createdAt }) => dayOf(createdAt, timeZone))
  return (
    <Stack gap="xl">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Title order={2} size="h4" mb="xs" px={4}>
            {dayName(day)}
          </Title>
          <Card padding={0} shadow="xs">
            <ul className={classes.list}>
              {ofDay.map(notification => (
                <NotificationItem key={notification.id} notification={notification} timeZone={timeZone} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </Stack>
  )
}

function useDayName(timeZone: string) {
  const { t, i18n } = useTranslation()
  const today = todayIn(timeZone)
  return (day: string) => {
    if (day === today) return t('notifications.today')
    if (day === addDays(today, -1)) return t('notifications.yesterday')
    return dayInWords(day, i18n.language, { dateStyle: 'full' })
  }
}

interface NotificationItemProps {
  notification: Notification
  timeZone: string
  /** Called when its link is opened. */
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
        {context.type === 'invitation.created' && (
          <AcceptInvitation invitationId={context.invitationId} onAccepted={open} />
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

interface AcceptInvitationProps {
  invitationId: number | undefined
  onAccepted: () => void
}

/** While the invitation is pending. */
function AcceptInvitation({ invitationId, onAccepted }: AcceptInvitationProps) {
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
function NotificationIcon({ notification: { type, actor } }: { notification: Notification }) {
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

/** Relative if it was today, otherwise date and time. */
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

interface NotificationFilterProps {
  filters: NotificationFilters
  onChange: (filters: NotificationFilters) => void
}

export function NotificationFilter({ filters, onChange }: NotificationFilterProps) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const { projectId, unread } = filters
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t('notifications.filter')}
        data={[
          { value: 'all', label: t('notifications.all') },
          { value: 'unread', label: t('notifications.unread') },
        ]}
        value={unread ? 'unread' : 'all'}
        onChange={chosen => onChange({ projectId, ...(chosen === 'unread' && { unread: true }) })}
      />
      <Select
        aria-label={t('notifications.project')}
        placeholder={t('notifications.allProjects')}
        {...markedOptions(projects, projectId)}
        value={projectId ? String(projectId) : null}
        onChange={chosen => onChange({ unread, ...(chosen && { projectId: Number(chosen) }) })}
        clearable
        searchable
        flex="1 1 10rem"
        maw={260}
      />
    </Group>
  )
}

export function NoNotifications({ isFiltered = false }: { isFiltered?: boolean }) {
  const { t } = useTranslation()
  const key = isFiltered ? 'emptyUnread' : 'empty'
  return (
    <EmptyState
      icon={IconBell}
      title={t(`notifications.${key}.title`)}
      text={t(`notifications.${key}.text`)}
    />
  )
}
