import type { ListedUser } from '@atrium/identity/users/user.contract'
import { fullName } from '@atrium/ui/format'
import { IconArrowDown, IconArrowUp } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { DateText } from '@atrium/ui/time-text'
import {
  Anchor,
  Badge,
  Checkbox,
  Group,
  Stack,
  Table,
  type TableThProps,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './users-table.module.css'

interface UsersTableProps {
  users: ListedUser[]
  /** Whether rows can be selected. */
  selection: UserSelection | undefined
  orderBy: string | undefined
  onSort: (orderBy: string) => void
}

interface UserSelection {
  ids: ReadonlySet<number>
  /** The reader, whom nobody changes together with others. */
  ownId: number | undefined
  onToggle: (users: ListedUser[], isSelected: boolean) => void
}

/** On a narrow screen the minor columns move below the name. */
export function UsersTable({ users, selection, orderBy, onSort }: UsersTableProps) {
  const { t } = useTranslation()
  const sorting = { orderBy, onSort }
  const hasTwoFactor = users.some(user => user.hasTwoFactor !== null)
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover aria-label={t('users.title')}>
      <Table.Thead fz="xs" c="dimmed">
        <Table.Tr>
          {selection && <SelectPage users={users} selection={selection} />}
          <SortableHeader {...sorting} field="surname" label={t('users.columns.user')} />
          <SortableHeader {...sorting} field="email" label={t('users.columns.email')} visibleFrom="md" />
          <Table.Th visibleFrom="xs">{t('users.columns.roles')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('users.columns.status')}</Table.Th>
          {hasTwoFactor && (
            <Table.Th visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              {t('users.columns.twoFactor')}
            </Table.Th>
          )}
          <SortableHeader
            {...sorting}
            field="createdAt"
            label={t('users.columns.createdAt')}
            visibleFrom="md"
          />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map(user => (
          <UserRow key={user.id} user={user} selection={selection} hasTwoFactor={hasTwoFactor} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface SortableHeaderProps extends TableThProps {
  label: string
  field: string
  /** `field`, or `-field` for descending. */
  orderBy: string | undefined
  onSort: (orderBy: string) => void
}

/** The first click sorts ascending, the next one descending. */
function SortableHeader({ label, field, orderBy, onSort, ...rest }: SortableHeaderProps) {
  const isAscending = orderBy === field
  const isDescending = orderBy === `-${field}`
  const sort = isAscending ? 'ascending' : isDescending ? 'descending' : 'none'
  return (
    <Table.Th aria-sort={sort} {...rest}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(isAscending ? `-${field}` : field)}>
        <Group gap={4} wrap="nowrap" component="span">
          {label}
          {isAscending && <IconArrowUp size={14} />}
          {isDescending && <IconArrowDown size={14} />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}

interface SelectPageProps {
  users: ListedUser[]
  selection: UserSelection
}

function SelectPage({ users, selection: { ids, ownId, onToggle } }: SelectPageProps) {
  const { t } = useTranslation()
  const others = users.filter(({ id }) => id !== ownId)
  const count = others.filter(({ id }) => ids.has(id)).length
  const isComplete = count > 0 && count === others.length
  return (
    <Table.Th w={1} pe={0}>
      <Checkbox
        aria-label={t('users.bulk.selectPage')}
        checked={isComplete}
        indeterminate={count > 0 && !isComplete}
        disabled={others.length === 0}
        onChange={() => onToggle(others, !isComplete)}
      />
    </Table.Th>
  )
}

interface UserRowProps {
  user: ListedUser
  selection: UserSelection | undefined
  hasTwoFactor: boolean
}

function UserRow({ user, selection, hasTwoFactor }: UserRowProps) {
  const { t } = useTranslation()
  const roles = user.roles.map(role => (
    <Badge key={role} color={role === 'owner' ? 'amber' : 'gray'} miw="max-content">
      {role}
    </Badge>
  ))
  const status = (
    <Badge color={user.status === 'active' ? 'teal' : 'gray'} miw="max-content">
      {t(`users.statuses.${user.status}`)}
    </Badge>
  )
  return (
    <Table.Tr className={classes.row}>
      {selection && (
        <Table.Td className={classes.check}>
          <Checkbox
            aria-label={t('users.bulk.select', { name: fullName(user) })}
            checked={selection.ids.has(user.id)}
            disabled={user.id === selection.ownId}
            onChange={event => selection.onToggle([user], event.currentTarget.checked)}
          />
        </Table.Td>
      )}
      <Table.Td maw={0} w="30%">
        <Who user={user} />
        <Group hiddenFrom="xs" gap={6} mt={6} pl={48}>
          {roles}
          {status}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md" maw={0} w="30%">
        <Text size="sm" truncate>
          {user.email}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Group gap={6} wrap="nowrap">
          {roles}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="xs">{status}</Table.Td>
      {hasTwoFactor && (
        <Table.Td visibleFrom="sm">
          <Badge color={user.hasTwoFactor ? 'teal' : 'gray'} miw="max-content">
            {t(user.hasTwoFactor ? 'users.twoFactor.on' : 'users.twoFactor.off')}
          </Badge>
        </Table.Td>
      )}
      <Table.Td visibleFrom="md" className={classes.date}>
        <DateText value={user.createdAt} />
      </Table.Td>
    </Table.Tr>
  )
}

function Who({ user }: { user: ListedUser }) {
  const name = fullName(user)
  return (
    <Group gap="sm" wrap="nowrap">
      <PersonAvatar person={user} size={36} />
      <Stack gap={0} miw={0}>
        <Anchor
          c="inherit"
          size="sm"
          fw={600}
          truncate
          className={classes.link}
          renderRoot={props => <Link to="/admin/users/$userId" params={{ userId: user.id }} {...props} />}
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed" truncate hiddenFrom="md">
          {user.email}
        </Text>
      </Stack>
    </Group>
  )
}
