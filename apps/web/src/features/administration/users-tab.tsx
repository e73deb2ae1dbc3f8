import type { User } from '@atrium/tasks/administration/user.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconChevronDown, IconUserPlus, IconUsers } from '@atrium/ui/icons'
import { PageSwitch } from '@atrium/ui/lists/page-switch'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Box, Button, Card, Chip, Group, Menu, Select, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuestBadge } from '../../data/people/guest-badge.tsx'
import { allProjectsQuery, mayAs } from '../../data/projects/projects.ts'
import { currentUserQuery, identityAdminUrl, useHasPermission } from '../../data/session/current-user.ts'
import { type UserFilters, useMakeFullUser, usersQuery } from './user.queries.ts'
import { UserRoles } from './user-roles.tsx'

export function UsersTab() {
  const { t } = useTranslation()
  const [filters, setFilters] = useState<UserFilters>({})
  const { data: user } = useQuery(currentUserQuery)
  const { data: users, error, isPending, isFetching, refetch } = useQuery(usersQuery(filters))
  const total = users?._meta.total
  return (
    <Stack gap="md">
      {user && <AddPeople addUserUrl={identityAdminUrl(user, { adding: true })} />}
      <UserFilterBar
        filters={filters}
        onChange={changes => setFilters({ ...filters, ...changes, page: 1 })}
      />
      {isPending && <RowsSkeleton />}
      {!users && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {total === 0 && (
        <EmptyState
          icon={IconUsers}
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

/** Accounts belong to the identity service; people can also be invited to a single project. */
function AddPeople({ addUserUrl }: { addUserUrl: string }) {
  const { t } = useTranslation()
  const managesAll = useHasPermission('projects.manage.any')
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const shared = projects.filter(
    ({ type, myRole }) => type !== 'personal' && (managesAll || mayAs(myRole, 'manager')),
  )
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" flex="1 1 18rem">
        {t('administration.users.text')}
      </Text>
      <Group gap="xs">
        {shared.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} />}>
                {t('administration.users.invite')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah="min(20rem, 60vh)" style={{ overflowY: 'auto' }}>
              {shared.map(({ id, name }) => (
                <Menu.Item key={id} component={Link} to={`/project/${id}/members`}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <Button component="a" href={addUserUrl} leftSection={<IconUserPlus size={18} stroke={1.75} />}>
          {t('administration.users.add')}
        </Button>
      </Group>
    </Group>
  )
}

interface UserFilterBarProps {
  filters: UserFilters
  onChange: (changes: UserFilters) => void
}

function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation()
  const orders: { value: NonNullable<UserFilters['orderBy']>; label: string }[] = [
    { value: 'surname', label: t('administration.users.orders.surname') },
    { value: '-lastSignInAt', label: t('administration.users.orders.lastSignIn') },
    { value: '-createdAt', label: t('administration.users.orders.created') },
  ]
  return (
    <Group gap="sm">
      <Box flex="1 1 14rem">
        <SearchBox label={t('administration.users.search')} onSearch={search => onChange({ search })} />
      </Box>
      <Select
        w={230}
        aria-label={t('administration.users.order')}
        data={orders}
        value={filters.orderBy ?? 'surname'}
        onChange={orderBy => orderBy && onChange({ orderBy })}
        allowDeselect={false}
      />
      <Chip
        checked={filters.isOwner ?? false}
        onChange={isOwner => onChange({ isOwner: isOwner || undefined })}
      >
        {t('administration.users.ownersOnly')}
      </Chip>
    </Group>
  )
}

function UserTable({ users, ownId }: { users: User[]; ownId: number }) {
  const { t } = useTranslation()
  return (
    <Table verticalSpacing="sm" horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('administration.users.person')}</Table.Th>
          <Table.Th>{t('administration.users.roles')}</Table.Th>
          <Table.Th visibleFrom="md">{t('administration.users.lastSignIn')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map(user => (
          <Table.Tr key={user.id}>
            <Table.Td>
              <Person user={user} isOwn={user.id === ownId} />
            </Table.Td>
            <Table.Td>
              <UserRoles user={user} isOwn={user.id === ownId} />
            </Table.Td>
            <Table.Td visibleFrom="md" c="dimmed" fz="sm">
              {user.lastSignInAt ? <DateText value={user.lastSignInAt} /> : t('administration.users.never')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Person({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation()
  const name = fullName(user)
  return (
    <Group gap="sm" wrap="nowrap">
      <PersonAvatar person={user} size={36} visibleFrom="xs" />
      <Stack gap={0} miw={0}>
        <Group gap={6}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {user.isOwner && <Badge color="amber">{t('administration.users.owner')}</Badge>}
          {user.status === 'archived' && <Badge color="gray">{t('administration.users.archived')}</Badge>}
          {isOwn && <Badge color="gray">{t('administration.users.you')}</Badge>}
          {user.isGuest && <Guest user={user} />}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[user.email, user.post].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    </Group>
  )
}

/** Someone from outside, whom administrators can make a full user. */
function Guest({ user: { id, ...user } }: { user: User }) {
  const { t } = useTranslation()
  const makeFull = useMakeFullUser()
  const mayManage = useHasPermission('user_roles.manage')
  const [isAsked, setIsAsked] = useState(false)
  const name = fullName(user)
  return (
    <>
      <GuestBadge />
      {mayManage && (
        <Button size="compact-xs" variant="subtle" onClick={() => setIsAsked(true)}>
          {t('administration.users.makeFull')}
        </Button>
      )}
      <ConfirmDialog
        title={t('administration.users.makeFullTitle', { name })}
        text={t('administration.users.makeFullText')}
        action={t('administration.users.makeFull')}
        isOpen={isAsked}
        isPending={makeFull.isPending}
        isHarmless
        onConfirm={() => makeFull.mutate(id, { onSettled: () => setIsAsked(false) })}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}
