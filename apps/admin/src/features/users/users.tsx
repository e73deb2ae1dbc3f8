import type { ListedUser } from '@atrium/identity/users/user.contract'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { DayRangeInput } from '@atrium/ui/forms/day-range-input'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconUsers } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { Box, Button, Card, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { useRoles } from '../../data/roles.ts'
import { BulkBar, useCanChangeUsers } from './bulk-bar.tsx'
import { type UserFilters, usersQuery } from './user.queries.ts'
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
  const { selected, select, clear } = useSelectedUsers()
  const { data: reader } = useQuery(currentUserQuery)
  const canChangeUsers = useCanChangeUsers()
  const change = (changes: UserFilters) => {
    clear()
    onChange({ ...filters, ...changes, page: undefined })
  }
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
      {users?.items.length === 0 && <NoUsers search={filters.search} />}
      {users && users.items.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('users.count', { count: users._meta.total })}
          </Text>
          <Card shadow="xs" padding={0}>
            <Box opacity={isPlaceholderData ? 0.6 : 1}>
              <UsersTable
                users={users.items}
                selection={
                  canChangeUsers
                    ? { ids: new Set(selected.keys()), ownId: reader?.id, onToggle: select }
                    : undefined
                }
                orderBy={filters.orderBy}
                onSort={orderBy => change({ orderBy })}
              />
            </Box>
          </Card>
          <PageSwitch page={users._meta.page} pages={users._meta.pages} onChange={toPage} />
        </>
      )}
      {selected.size > 0 && <BulkBar selected={[...selected.values()]} onClear={clear} />}
    </Stack>
  )
}

/** The selection stays when another page of the same list is shown. */
function useSelectedUsers() {
  const [selected, setSelected] = useState<ReadonlyMap<number, ListedUser>>(new Map())
  const select = (users: ListedUser[], isSelected: boolean) => {
    const next = new Map(selected)
    for (const user of users) {
      if (isSelected) next.set(user.id, user)
      else next.delete(user.id)
    }
    setSelected(next)
  }
  return { selected, select, clear: () => setSelected(new Map()) }
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

function NoUsers({ search }: { search: string | undefined }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconUsers}
      title={t('users.empty.title')}
      text={search ? t('users.empty.found', { search }) : t('users.empty.text')}
    />
  )
}

interface UserFilterBarProps {
  filters: UserFilters
  onChange: (changes: UserFilters) => void
}

const noFilters = {
  search: undefined,
  status: undefined,
  role: undefined,
  twoFactor: undefined,
  from: undefined,
  to: undefined,
}

function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation()
  const { data: roles } = useRoles()
  const hasPermission = useHasPermission()
  // Remounts the search box, which keeps its own text.
  const [clearCount, setClearCount] = useState(0)
  const isFiltered = Object.keys(noFilters).some(name => filters[name as keyof typeof noFilters])
  const statuses = (['active', 'archived', 'all'] as const).map(value => ({
    value,
    label: t(`users.filters.statuses.${value}`),
  }))
  const clear = () => {
    setClearCount(clearCount + 1)
    onChange(noFilters)
  }
  return (
    <Group gap="sm" role="search" align="flex-end">
      <Box flex="1 1 15rem">
        <SearchBox
          key={clearCount}
          label={t('users.search')}
          initialText={filters.search}
          onSearch={search => onChange({ search: search || undefined })}
        />
      </Box>
      <Select
        flex="1 1 8rem"
        aria-label={t('users.filters.status')}
        data={statuses}
        value={filters.status ?? 'active'}
        onChange={status => onChange({ status: status === 'active' ? undefined : (status ?? undefined) })}
        allowDeselect={false}
      />
      {roles && (
        <Select
          flex="1 1 9rem"
          aria-label={t('users.filters.role')}
          placeholder={t('users.filters.anyRole')}
          data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.role ?? null}
          onChange={role => onChange({ role: role ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t('users.filters.anyRole') }}
        />
      )}
      {hasPermission('sessions.read.any') && (
        <Select
          flex="1 1 9rem"
          aria-label={t('users.filters.twoFactor')}
          placeholder={t('users.filters.twoFactor')}
          data={[
            { value: 'true', label: t('users.filters.withTwoFactor') },
            { value: 'false', label: t('users.filters.withoutTwoFactor') },
          ]}
          value={filters.twoFactor ?? null}
          onChange={twoFactor => onChange({ twoFactor: twoFactor ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t('users.filters.anyTwoFactor') }}
        />
      )}
      <DayRangeInput
        flex="1 1 14rem"
        aria-label={t('users.filters.created')}
        placeholder={t('users.filters.created')}
        clearable
        clearButtonProps={{ 'aria-label': t('users.filters.anyTime') }}
        from={filters.from}
        to={filters.to}
        onChange={onChange}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          {t('users.filters.clear')}
        </Button>
      )}
    </Group>
  )
}
