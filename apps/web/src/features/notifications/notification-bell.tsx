import { IconBell } from '@atrium/ui/icons'
import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadCountQuery } from '../../data/notifications.ts'

const NewestNotifications = lazy(async () => ({
  default: (await import('./newest-notifications.tsx')).NewestNotifications,
}))

const MOST_SHOWN = 99

/** How many are new, and what the newest say. */
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
        label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        disabled={unread === 0}
        size={16}
        offset={8}
        color="red.9"
        inline
      >
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={toggle}>
            <IconBell size={20} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('notifications.title')}>
        <Suspense>
          <NewestNotifications onLeave={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
