import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconChecks, IconSettings } from '@atrium/ui/icons'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type NotificationFilters,
  notificationsQuery,
  unreadCountQuery,
  useReadAllNotifications,
} from '../data/notifications.ts'
import { useTimeZone } from '../data/user-settings.ts'
import {
  NoNotifications,
  NotificationDays,
  NotificationFilter,
} from '../features/notifications/notification-list.tsx'

export default function NotificationsPage() {
  const { t } = useTranslation()
  const { timeZone } = useTimeZone()
  const [filters, setFilters] = useState<NotificationFilters>({})
  const { data: items, error, isFetching, refetch, ...older } = useInfiniteQuery(notificationsQuery(filters))
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const readAll = useReadAllNotifications()
  return (
    <PageContainer>
      <title>{`${t('notifications.title')} · Atrium`}</title>
      <Group justify="space-between" gap="xs" mb="lg">
        <Title order={1}>{t('notifications.title')}</Title>
        <Button
          component={Link}
          to="/profile"
          variant="subtle"
          color="gray"
          leftSection={<IconSettings size={18} stroke={1.75} />}
        >
          {t('notifications.preferences')}
        </Button>
      </Group>
      <Group justify="space-between" gap="sm" mb="xl">
        <NotificationFilter filters={filters} onChange={setFilters} />
        <Button
          variant="default"
          leftSection={<IconChecks size={18} stroke={1.75} />}
          disabled={unread === 0}
          loading={readAll.isPending}
          onClick={() => readAll.mutate(filters.projectId)}
        >
          {t('notifications.markAllRead')}
        </Button>
      </Group>
      {!items && !error && <ListSkeleton />}
      {!items && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {items?.length === 0 && <NoNotifications isFiltered={filters.unread} />}
      {items && timeZone && <NotificationDays items={items} timeZone={timeZone} />}
      {older.hasNextPage && (
        <Group justify="center" mt="xl">
          <Button
            variant="default"
            loading={older.isFetchingNextPage}
            onClick={() => void older.fetchNextPage()}
          >
            {t('notifications.older')}
          </Button>
        </Group>
      )}
    </PageContainer>
  )
}

function ListSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack>
        <Skeleton h={80} />
        <Skeleton h={80} />
        <Skeleton h={80} />
      </Stack>
    </LoadingSkeleton>
  )
}
