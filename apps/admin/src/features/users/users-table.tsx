import type { User } from '@atrium/identity/users/user.contract'
import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SortableHeader } from './sortable-header.tsx'
import { UserRow } from './user-row.tsx'

interface UsersTableProps {
  users: User[]
  orderBy: string | undefined
  onSort: (orderBy: string) => void
}

/** On a narrow screen what the lesser columns say moves under the name. */
export function UsersTable({ users, orderBy, onSort }: UsersTableProps) {
  const { t } = useTranslation()
  const sorting = { orderBy, onSort }
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover aria-label={t('users.title')}>
      <Table.Thead fz="xs" c="dimmed">
        <Table.Tr>
          <SortableHeader {...sorting} field="surname" label={t('users.columns.user')} />
          <SortableHeader {...sorting} field="email" label={t('users.columns.email')} visibleFrom="md" />
          <Table.Th visibleFrom="xs">{t('users.columns.roles')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('users.columns.status')}</Table.Th>
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
          <UserRow key={user.id} user={user} />
        ))}
      </Table.Tbody>
    </Table>
  )
}
