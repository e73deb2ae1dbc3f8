import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { fullName } from '@atrium/ui/format'
import { Avatar, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SettingsCard } from './settings-card.tsx'

export function AccountCard({ user }: { user: CurrentUser }) {
  const { t } = useTranslation()
  return (
    <SettingsCard title={t('profile.account.title')} text={t('profile.account.text')}>
      <Group gap="lg" align="center">
        <Avatar src={user.avatarUrl} name={fullName(user)} color="cobalt" size={72} alt="" />
        <Stack gap={4} flex={1} miw={200}>
          <Text fw={600} fz="lg">
            {fullName(user)}
          </Text>
          <Text c="dimmed">{[user.post, user.email].filter(Boolean).join(' · ')}</Text>
          <Group gap={6} mt={4} role="list" aria-label={t('profile.account.roles')}>
            {user.isOwner && (
              <Badge color="amber" role="listitem">
                {t('profile.account.owner')}
              </Badge>
            )}
            {user.roles.map(role => (
              <Badge key={role} role="listitem">
                {role}
              </Badge>
            ))}
          </Group>
        </Stack>
        <Button component="a" href={user.accountUrl} variant="default">
          {t('profile.account.open')}
        </Button>
      </Group>
    </SettingsCard>
  )
}
