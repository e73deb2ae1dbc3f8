import type { User } from '@atrium/identity/users/user.schema'
import { fullName } from '@atrium/ui/person'
import { Avatar, Badge, Card, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function SignedInCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const name = fullName(user)
  return (
    <Card component="section" shadow="xs" aria-label={t('signedIn.label')}>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <Avatar src={user.avatarUrl} name={name} color="cobalt" size={48} alt="" />
        <Stack gap={2} miw={0}>
          <Text size="xs" c="dimmed">
            {t('signedIn.label')}
          </Text>
          <Text fw={600} fz="lg" lh={1.3} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
          <Group gap={6} mt={6}>
            {user.roles.map(role => (
              <Badge key={role}>{role}</Badge>
            ))}
          </Group>
        </Stack>
      </Group>
    </Card>
  )
}
