import type { User } from '@atrium/identity/users/user.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fileSize } from '@atrium/ui/files'
import { fullName } from '@atrium/ui/format'
import { DropZone } from '@atrium/ui/forms/drop-zone'
import { IconCamera } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { DateText } from '@atrium/ui/time-text'
import {
  Alert,
  Anchor,
  Avatar,
  Badge,
  Button,
  Card,
  FileButton,
  Group,
  Progress,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useResendVerification } from '../../data/current-user.ts'
import { uploadFailure } from '../../data/upload-failure.ts'
import { useRemoveAvatar, useUploadAvatar } from './profile.queries.ts'

export function ProfileHeader({ user }: { user: User }) {
  const { t } = useTranslation()
  const [image, setImage] = useState<File>()
  return (
    <Card component="section" aria-label={fullName(user)} shadow="xs" p={{ base: 'md', sm: 'xl' }}>
      <DropZone isQuiet onDrop={([file]) => setImage(file)}>
        <Group gap="lg">
          <PersonAvatar person={user} size={88} />
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

function AvatarControls({ user, onChoose }: { user: User; onChoose: (image: File) => void }) {
  const { t } = useTranslation()
  const [isRemoving, removing] = useDisclosure()
  return (
    <>
      <Stack gap={4} align="flex-start">
        <FileButton onChange={image => image && onChoose(image)} accept="image/*">
          {props => (
            <Button {...props} variant="light" size="compact-md" leftSection={<IconCamera size={16} />}>
              {t(user.avatarUrl ? 'profile.avatar.change' : 'profile.avatar.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t('profile.avatar.drop')}
        </Text>
        {user.avatarUrl && (
          <Anchor component="button" size="sm" onClick={removing.open}>
            {t('profile.avatar.remove')}
          </Anchor>
        )}
      </Stack>
      <ConfirmMutation
        mutation={useRemoveAvatar(user)}
        input={undefined}
        title={t('profile.avatar.removeTitle')}
        text={t('profile.avatar.removeText')}
        action={t('profile.avatar.removeAction')}
        doneMessage={t('profile.avatar.removed')}
        isOpen={isRemoving}
        onClose={removing.close}
      />
    </>
  )
}

interface AvatarDialogProps {
  userId: number
  image: File | undefined
  onClose: () => void
}

/** Shows the image as others will see it before it is uploaded. */
function AvatarDialog({ userId, image, onClose }: AvatarDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('profile.avatar.title')} isOpen={image !== undefined} onClose={onClose}>
      {image && <NewAvatar userId={userId} image={image} onClose={onClose} />}
    </Dialog>
  )
}

function NewAvatar({ userId, image, onClose }: AvatarDialogProps & { image: File }) {
  const { t, i18n } = useTranslation()
  const preview = useObjectAddress(image)
  const [share, setShare] = useState(0)
  const { mutate, error, isPending } = useUploadAvatar(userId)
  const use = () => {
    const onSuccess = () => {
      onClose()
      notifyOfSuccess(t('profile.avatar.saved'))
    }
    mutate({ image, onProgress: setShare }, { onSuccess })
  }
  return (
    <Stack align="center">
      <Avatar src={preview} size={160} alt="" />
      <Text c="dimmed">{t('profile.avatar.text')}</Text>
      {error && (
        <Alert color="red" role="alert" w="100%">
          {t(`data.failures.${uploadFailure(error, image)}`, { size: fileSize(image.size, i18n.language) })}
        </Alert>
      )}
      {isPending && <Progress w="100%" value={share * 100} aria-label={t('profile.avatar.uploading')} />}
      <Group justify="flex-end" gap="sm" w="100%">
        <Button variant="default" onClick={onClose}>
          {t('cancel', { ns: 'ui' })}
        </Button>
        <Button loading={isPending} onClick={use} data-autofocus>
          {t('profile.avatar.use')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The browser keeps the content until the address is revoked. */
function useObjectAddress(content: File) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(content)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [content])
  return address
}
