import { ErrorState } from '@atrium/ui/error-state'
import { useLastPage } from '@atrium/ui/last-page'
import { PageSwitch } from '@atrium/ui/page-switch'
import { Box, Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NobodyFound } from './nobody-found.tsx'
import { type UserFilters, usersQuery } from './user.queries.ts'
import { UserFilterBar } from './user-filter-bar.tsx'
import { UsersTable } from './users-table.tsx'
import { UsersTableSkeleton } from './users-table-skeleton.tsx'

interface UsersProps {
  filters: UserFilters
  onChange: (filters: UserFilters) => void
}

export function Users({ filters, onChange }: UsersProps) {
  const { t } = useTranslation()
  const query = useQuery(usersQuery(filters))
  const { data: users, error, isPending, isFetching, isPlaceholderData, refetch } = query
  // What is looked for begins at its first page.
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
