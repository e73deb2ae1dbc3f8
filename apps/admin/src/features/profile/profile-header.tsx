import type { User } from '@atrium/identity/users/user.contract'
import { DateText } from '@atrium/ui/date-text'
import { DropZone } from '@atrium/ui/drop-zone'
import { fullName } from '@atrium/ui/person'
import { Avatar, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AvatarControls } from './avatar-controls.tsx'
import { AvatarDialog } from './avatar-dialog.tsx'
import { EmailState } from './email-state.tsx'

/** Oneself at a glance. */
export function ProfileHeader({ user }: { user: User }) {
  const { t } = useTranslation()
  const [image, setImage] = useState<File>()
  return (
    <Card component="section" aria-label={fullName(user)} shadow="xs" p={{ base: 'md', sm: 'xl' }}>
      <DropZone isQuiet onDrop={([file]) => setImage(file)}>
        <Group gap="lg">
          <Avatar src={user.avatarUrl} name={fullName(user)} color="initials" size={88} alt="" />
          <Stack gap={4} flex="1 1 16rem" miw={0}>
            <Title order={2} size="h3">
              {fullName(user)}
            </Title>
            <EmailState user={user} />
            <Text size="sm" c="dimmed">
              {t('profile.header.memberSince')} <DateText value={user.createdAt} />
            </Text>
            <Group gap={6} mt={4} role="list" aria-label={t('profile.header.roles')}>
              {user.roles.map(role => (
                <Badge key={role} role="listitem">
                  {role}
                </Badge>
              ))}
            </Group>
          </Stack>
          <AvatarControls user={user} onChoose={setImage} />
        </Group>
      </DropZone>
      <AvatarDialog userId={user.id} image={image} onClose={() => setImage(undefined)} />
    </Card>
  )
}
