import type { User } from '@atrium/identity/users/user.schema'
import { DateText } from '@atrium/ui/date-text'
import { fullName } from '@atrium/ui/person'
import { Avatar, Badge, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function UserRow({ user }: { user: User }) {
  const { t } = useTranslation()
  const name = fullName(user)
  const roles = user.roles.map(role => (
    <Badge key={role} color="gray" miw="max-content">
      {role}
    </Badge>
  ))
  const status = (
    <Badge color={user.status === 'active' ? 'teal' : 'gray'} miw="max-content">
      {t(`users.statuses.${user.status}`)}
    </Badge>
  )
  return (
    <Table.Tr>
      <Table.Td maw={0} w="40%">
        <Group gap="sm" wrap="nowrap">
          <Avatar src={user.avatarUrl} name={name} color="initials" size={36} alt="" />
          <Stack gap={0} miw={0}>
            <Text size="sm" fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
          </Stack>
        </Group>
        <Group hiddenFrom="xs" gap={6} mt={6} pl={48}>
          {roles}
          {status}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md">{user.phone}</Table.Td>
      <Table.Td visibleFrom="xs">
        <Group gap={6}>{roles}</Group>
      </Table.Td>
      <Table.Td visibleFrom="xs">{status}</Table.Td>
      <Table.Td visibleFrom="md">
        <DateText value={user.createdAt} />
      </Table.Td>
    </Table.Tr>
  )
}
