import type { User } from '@atrium/identity/users/user.contract'
import { DateText } from '@atrium/ui/date-text'
import { fullName } from '@atrium/ui/person'
import { Anchor, Avatar, Badge, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './user-row.module.css'

export function UserRow({ user }: { user: User }) {
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
      <Table.Td visibleFrom="md" className={classes.date}>
        <DateText value={user.createdAt} />
      </Table.Td>
    </Table.Tr>
  )
}

function Who({ user }: { user: User }) {
  const name = fullName(user)
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar src={user.avatarUrl} name={name} color="initials" size={36} alt="" />
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
