import type { LiveMessage } from '@atrium/tasks/live/live.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationsKey } from '../../data/notifications.ts'
import { useLiveMessages } from '../../live/live-provider.tsx'
import { notificationTarget } from './notification-target.ts'

type LiveNotification = Extract<LiveMessage, { event: 'notification' }>['data']

/** A later notification may replace an earlier one of the same kind: only the newest counts. */
function withoutReplaced(notifications: LiveNotification[]) {
  const replaced = new Set(notifications.flatMap(({ context }) => context.replaces ?? []))
  return notifications.filter(({ context }) => !replaced.has(context.notificationId))
}

/** After a while away many come at once; they are shown as one. */
const GATHER_MS = 300

/** Updates the bell and shows what is new, unless it is on the screen anyway. */
export function LiveNotifications() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { taskId } = useParams({ strict: false })
  const gathered = useRef<LiveNotification[]>([])

  const show = () => {
    const newest = withoutReplaced(gathered.current.splice(0))
    void queryClient.invalidateQueries({ queryKey: notificationsKey })
    const news = newest.filter(({ context }) => context.taskId !== taskId || taskId === undefined)
    const [first, ...others] = news
    if (!first || document.visibilityState !== 'visible') return
    const target = others.length > 0 ? undefined : notificationTarget(first.context)
    const open = () => void navigate(target ?? { to: '/notifications' })
    showNotice({
      ...(others.length > 0
        ? { message: t('notifications.new', { count: news.length }) }
        : { title: first.subject, message: first.body }),
      action: { label: t('notifications.open'), run: open },
    })
  }

  useLiveMessages(({ event, data }) => {
    if (event !== 'notification') return
    gathered.current.push(data)
    if (gathered.current.length === 1) setTimeout(show, GATHER_MS)
  })
  return null
}
