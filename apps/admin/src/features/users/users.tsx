import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconUsers } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { Box, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type UserFilters, usersQuery } from './user.queries.ts'
import { UserFilterBar } from './user-filter-bar.tsx'
import { UsersTable } from './users-table.tsx'

interface UsersProps {
  filters: UserFilters
  onChange: (filters: UserFilters) => void
}

export function Users({ filters, onChange }: UsersProps) {
  const { t } = useTranslation()
  const query = useQuery(usersQuery(filters))
  const { data: users, error, isPending, isFetching, isPlaceholderData, refetch } = query
  // A new search starts at its first page.
  const change = (changes: UserFilters) => onChange({ ...filters, ...changes, page: undefined })
  const toPage = (page: number) => onChange({ ...filters, page: page === 1 ? undefined : String(page) })
  useLastPage(users, toPage)
  return (
    <Stack gap="md">
      <UserFilterBar filters={filters} onChange={change} />
      {!users && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {isPending && (
        <Card shadow="xs" padding={0}>
          <UsersTableSkeleton />
        </Card>
      )}
      {users?.items.length === 0 && <NobodyFound search={filters.search} />}
      {users && users.items.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('users.count', { count: users._meta.total })}
          </Text>
          <Card shadow="xs" padding={0}>
            <Box opacity={isPlaceholderData ? 0.6 : 1}>
              <UsersTable
                users={users.items}
                orderBy={filters.orderBy}
                onSort={orderBy => change({ orderBy })}
              />
            </Box>
          </Card>
          <PageSwitch page={users._meta.page} pages={users._meta.pages} onChange={toPage} />
        </>
      )}
    </Stack>
  )
}

const widths = [140, 110, 165, 125, 150, 100]

function UsersTableSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="lg" p="lg">
        {widths.map(width => (
          <Group key={width} gap="sm" wrap="nowrap">
            <Skeleton w={36} h={36} circle />
            <Stack gap={8} flex={1}>
              <Skeleton h={12} w={width} />
              <Skeleton h={10} w={width + 40} />
            </Stack>
            <Skeleton h={18} w={64} radius="sm" visibleFrom="xs" />
            <Skeleton h={12} w={96} visibleFrom="md" />
          </Group>
        ))}
      </Stack>
    </LoadingSkeleton>
  )
}

function NobodyFound({ search }: { search: string | undefined }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconUsers stroke={1.5} />}
      title={t('users.empty.title')}
      text={search ? t('users.empty.found', { search }) : t('users.empty.text')}
    />
  )
}
