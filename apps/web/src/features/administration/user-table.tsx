import type { User } from '@atrium/tasks/administration/user.contract'
import { fullName } from '@atrium/ui/format'
import { DateText } from '@atrium/ui/time-text'
import { Avatar, Badge, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UserRoles } from './user-roles.tsx'

export function UserTable({ users, ownId }: { users: User[]; ownId: number }) {
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
      <Avatar src={user.avatarUrl} name={name} color="initials" size={36} alt="" visibleFrom="xs" />
      <Stack gap={0} miw={0}>
        <Group gap={6}>
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {user.isOwner && <Badge color="amber">{t('administration.users.owner')}</Badge>}
          {user.status === 'archived' && <Badge color="gray">{t('administration.users.archived')}</Badge>}
          {isOwn && <Badge color="gray">{t('administration.users.you')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[user.email, user.post].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    </Group>
  )
}
