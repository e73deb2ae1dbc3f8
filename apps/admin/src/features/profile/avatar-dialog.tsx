import { Dialog } from '@atrium/ui/dialog'
import { fileSize } from '@atrium/ui/file-size'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Alert, Avatar, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadFailure } from '../../data/upload-failure.ts'
import { useUploadAvatar } from './profile.queries.ts'

interface AvatarDialogProps {
  userId: number
  image: File | undefined
  onClose: () => void
}

/** The image as others will see it, before it is sent. */
export function AvatarDialog({ userId, image, onClose }: AvatarDialogProps) {
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

/** The browser keeps the content as long as the address lives. */
function useObjectAddress(content: File) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}
