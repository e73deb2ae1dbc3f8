import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Box, Button, Divider, Group, ScrollArea, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  newestNotificationsQuery,
  unreadCountQuery,
  useReadAllNotifications,
} from '../../data/notifications.ts'
import { useTimeZone } from '../../data/user-settings.ts'
import classes from './notification-list.module.css'
import { NoNotifications, NotificationItem } from './notification-list.tsx'

export function NewestNotifications({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const { timeZone = 'UTC' } = useTimeZone()
  const { data: newest, error, isFetching, refetch } = useQuery(newestNotificationsQuery)
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const readAll = useReadAllNotifications()
  return (
    <>
      <Group justify="space-between" px="md" py="xs" mih={48}>
        <Text fw={650}>{t('notifications.title')}</Text>
        {unread > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate(undefined)}
          >
            {t('notifications.markAllRead')}
          </Button>
        )}
      </Group>
      <Divider />
      <ScrollArea.Autosize mah="min(28rem, calc(100vh - 12rem))">
        {!newest && !error && <NewestSkeleton />}
        {!newest && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
        {newest?.length === 0 && <NoNotifications />}
        <ul className={classes.list}>
          {newest?.map(notification => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              timeZone={timeZone}
              onOpen={onLeave}
            />
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Divider />
      <Button component={Link} to="/inbox" variant="subtle" fullWidth h={44} radius={0} onClick={onLeave}>
        {t('notifications.inbox.openInbox')}
      </Button>
    </>
  )
}

function NewestSkeleton() {
  return (
    <LoadingSkeleton>
      <Box p="md">
        <Skeleton h={36} mb="sm" />
        <Skeleton h={36} />
      </Box>
    </LoadingSkeleton>
  )
}
