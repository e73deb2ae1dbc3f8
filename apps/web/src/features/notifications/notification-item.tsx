import type { Notification } from '@atrium/tasks/notifications/notification.contract'
import { IconMailOpened } from '@atrium/ui/icons'
import { ActionIcon, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadNotification } from '../../data/notifications.ts'
import { NotificationIcon } from './notification-icon.tsx'
import classes from './notification-item.module.css'
import { notificationTarget } from './notification-target.ts'
import { WhenText } from './when-text.tsx'

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
