import type { User } from '@atrium/identity/users/user.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { IconCamera } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Anchor, Button, FileButton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useRemoveAvatar } from './profile.queries.ts'

interface AvatarControlsProps {
  user: User
  onChoose: (image: File) => void
}

export function AvatarControls({ user, onChoose }: AvatarControlsProps) {
  const { t } = useTranslation()
  const [isRemoving, removing] = useDisclosure()
  const removal = useRemoveAvatar(user)
  const confirmRemoval = () =>
    removal.mutate(undefined, {
      onSuccess: () => notifyOfSuccess(t('profile.avatar.removed')),
      onSettled: removing.close,
    })
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
      <ConfirmDialog
        title={t('profile.avatar.removeTitle')}
        text={t('profile.avatar.removeText')}
        action={t('profile.avatar.removeAction')}
        isOpen={isRemoving}
        isPending={removal.isPending}
        onConfirm={confirmRemoval}
        onClose={removing.close}
      />
    </>
  )
}
