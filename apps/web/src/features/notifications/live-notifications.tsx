import { showNotice } from '@atrium/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationsKey } from '../../data/notifications.ts'
import { useLiveMessages } from '../../live/live-provider.tsx'
import { notificationTarget } from './notification-target.ts'

interface Told {
  subject: string
  body: string
  context: Record<string, unknown>
}

/** A later notification may replace an earlier one of the same kind: only the newest counts. */
function withoutReplaced(told: Told[]) {
  const replaced = new Set(told.flatMap(({ context }) => (context.replaces as number[] | undefined) ?? []))
  return told.filter(({ context }) => !replaced.has(Number(context.notificationId)))
}

/** After a while away many come at once; they are told as one. */
const GATHER_MS = 300

/** Brings the bell up to date and says what is new, unless it is on the screen anyway. */
export function LiveNotifications() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { taskId } = useParams({ strict: false })
  const gathered = useRef<Told[]>([])

  const tell = () => {
    const told = withoutReplaced(gathered.current.splice(0))
    void queryClient.invalidateQueries({ queryKey: notificationsKey })
    const news = told.filter(({ context }) => context.taskId !== taskId || taskId === undefined)
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
    if (gathered.current.length === 1) setTimeout(tell, GATHER_MS)
  })
  return null
}
