import { ErrorState } from '@atrium/ui/error-state'
import { PageSwitch } from '@atrium/ui/page-switch'
import { SearchBox } from '@atrium/ui/search-box'
import { Badge, Box, Card, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NobodyFound } from '../features/users/nobody-found.tsx'
import { usersQuery } from '../features/users/user.queries.ts'
import { UsersTable } from '../features/users/users-table.tsx'
import { UsersTableSkeleton } from '../features/users/users-table-skeleton.tsx'

export function UsersPanel() {
  const { t } = useTranslation()
  const [{ search, page }, show] = useState({ search: '', page: 1 })
  const {
    data: users,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery(usersQuery(search, page))
  return (
    <Card component="section" aria-labelledby="users-title" shadow="xs" padding={0}>
      <Group justify="space-between" p="lg" gap="sm">
        <Group gap="xs">
          <Title order={2} id="users-title">
            {t('users.title')}
          </Title>
          {users && (
            <Badge color="gray" size="lg">
              {users._meta.total}
            </Badge>
          )}
        </Group>
        <Box w={{ base: '100%', xs: 320 }} role="search">
          <SearchBox label={t('users.search')} onSearch={text => show({ search: text, page: 1 })} />
        </Box>
      </Group>
      {isPending && <UsersTableSkeleton />}
      {!users && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {users?.items.length === 0 && <NobodyFound search={search} />}
      {users && users.items.length > 0 && (
        <Box opacity={isPlaceholderData ? 0.6 : 1} pb="lg">
          <UsersTable users={users.items} />
          <Box px="lg" pt="lg">
            <PageSwitch
              page={page}
              pages={users._meta.pages}
              onChange={next => show({ search, page: next })}
            />
          </Box>
        </Box>
      )}
    </Card>
  )
}
