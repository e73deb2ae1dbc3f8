import type { LiveMessage } from '@atrium/tasks/live/live.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { IconButton } from '@atrium/ui/icon-button'
import { IconBell } from '@atrium/ui/icons'
import { Indicator, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationsKey, unreadCountQuery } from '../../data/account/notifications.ts'
import { ownInvitationsQuery } from '../../data/people/invitations.ts'
import { useLiveMessages } from '../../live/live-provider.tsx'
import { notificationTarget } from './inbox/notification-target.ts'

const NewestGroups = lazy(async () => ({
  default: (await import('./inbox/newest-groups.tsx')).NewestGroups,
}))

const MAX_SHOWN = 99

/** The number of unread notifications; opens the newest ones. */
export function NotificationBell() {
  const { t } = useTranslation()
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const [isOpen, { toggle, close }] = useDisclosure()
  const label = unread > 0 ? t('notifications.bellUnread', { count: unread }) : t('notifications.bell')
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      position="bottom-end"
      offset={10}
      width="min(24rem, calc(100vw - 1rem))"
      trapFocus
      returnFocus
    >
      <Indicator
        label={unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        disabled={unread === 0}
        size={16}
        offset={8}
        color="red.9"
        inline
      >
        <Popover.Target>
          <IconButton icon={IconBell} iconSize={20} label={label} size={36} onClick={toggle} />
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('notifications.title')}>
        <Suspense>
          <NewestGroups onLeave={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

type LiveNotification = Extract<LiveMessage, { event: 'notification' }>['data']

/** A newer notification can replace an earlier one of the same type. */
function withoutReplaced(notifications: LiveNotification[]) {
  const replaced = new Set(notifications.flatMap(({ context }) => context.replaces ?? []))
  return notifications.filter(({ context }) => !replaced.has(context.notificationId))
}

/** Many can arrive at once after a reconnect; they are shown as one notice. */
const BATCH_MS = 300

/** Updates the bell and shows new notifications, except those about the task on the screen. */
export function LiveNotifications() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { taskId } = useParams({ strict: false })
  const gathered = useRef<LiveNotification[]>([])

  const show = () => {
    const newest = withoutReplaced(gathered.current.splice(0))
    void queryClient.invalidateQueries({ queryKey: notificationsKey })
    if (newest.some(({ context }) => context.type === 'invitation.created')) {
      void queryClient.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey })
    }
    const news = newest.filter(({ context }) => context.taskId !== taskId || taskId === undefined)
    const [first, ...others] = news
    if (!first || document.visibilityState !== 'visible') return
    const target = others.length > 0 ? undefined : notificationTarget(first.context)
    const open = () => void navigate(target ?? { to: '/inbox' })
    showNotice({
      ...(others.length > 0
        ? { message: t('notifications.new', { count: news.length }) }
        : { title: first.subject, message: first.body }),
      action: { label: t('notifications.open'), run: open },
    })
  }

  useLiveMessages(({ event, data }) => {
    if (event === 'inbox') void queryClient.invalidateQueries({ queryKey: notificationsKey })
    if (event !== 'notification') return
    gathered.current.push(data)
    if (gathered.current.length === 1) setTimeout(show, BATCH_MS)
  })
  return null
}
