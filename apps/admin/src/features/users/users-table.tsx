import type { User } from '@atrium/identity/users/user.schema'
import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UserRow } from './user-row.tsx'

/** On a narrow screen roles and status move under the name, and the lesser columns make room. */
export function UsersTable({ users }: { users: User[] }) {
  const { t } = useTranslation()
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" aria-label={t('users.title')}>
      <Table.Thead fz="xs" c="dimmed">
        <Table.Tr>
          <Table.Th>{t('users.columns.user')}</Table.Th>
          <Table.Th visibleFrom="md">{t('users.columns.phone')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('users.columns.roles')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('users.columns.status')}</Table.Th>
          <Table.Th visibleFrom="md">{t('users.columns.createdAt')}</Table.Th>
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
