import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconUsers } from '@atrium/ui/icons'
import { PageSwitch } from '@atrium/ui/lists/page-switch'
import { Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../data/current-user.ts'
import { type UserFilters, usersQuery } from './user.queries.ts'
import { UserFilterBar } from './user-filter-bar.tsx'
import { UserTable } from './user-table.tsx'

export function UsersTab() {
  const { t } = useTranslation()
  const [filters, setFilters] = useState<UserFilters>({})
  const { data: user } = useQuery(currentUserQuery)
  const { data: users, error, isPending, isFetching, refetch } = useQuery(usersQuery(filters))
  const total = users?._meta.total
  return (
    <Stack gap="md">
      <UserFilterBar
        filters={filters}
        onChange={changes => setFilters({ ...filters, ...changes, page: 1 })}
      />
      {isPending && <RowsSkeleton />}
      {!users && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {total === 0 && (
        <EmptyState
          icon={<IconUsers stroke={1.5} />}
          title={t('administration.users.emptyTitle')}
          text={t('administration.users.emptyText')}
        />
      )}
      {users && user && total !== 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('administration.users.count', { count: users._meta.total })}
          </Text>
          <Card shadow="xs" padding="xs">
            <UserTable users={users.items} ownId={user.id} />
          </Card>
          <PageSwitch
            page={filters.page ?? 1}
            pages={users._meta.pages}
            onChange={page => setFilters({ ...filters, page })}
          />
        </>
      )}
    </Stack>
  )
}
