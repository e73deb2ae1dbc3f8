import type { User } from '@atrium/identity/users/user.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { DropZone } from '@atrium/ui/forms/drop-zone'
import { DateText } from '@atrium/ui/time-text'
import { Anchor, Avatar, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AvatarControls, AvatarDialog } from './avatar.tsx'
import { useResendVerification } from './profile.queries.ts'

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

function EmailState({ user: { email, emailVerifiedAt } }: { user: User }) {
  const { t } = useTranslation()
  const resend = useResendVerification()
  const sendAgain = () =>
    resend.mutate(undefined, { onSuccess: () => notifyOfSuccess(t('profile.header.sent', { email })) })
  return (
    <Group gap="xs">
      <Text style={{ overflowWrap: 'anywhere' }}>{email}</Text>
      {emailVerifiedAt ? (
        <Badge color="teal">{t('profile.header.confirmed')}</Badge>
      ) : (
        <>
          <Badge color="amber">{t('profile.header.notConfirmed')}</Badge>
          <Anchor component="button" size="sm" disabled={resend.isPending} onClick={sendAgain}>
            {t('profile.header.sendAgain')}
          </Anchor>
        </>
      )}
    </Group>
  )
}
