import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { IconRefresh } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface RotateKeyProps {
  isPending: boolean
  /** A new key waits for its time to sign already. */
  isDisabled: boolean
  onRotate: () => void
}

export function RotateKey({ isPending, isDisabled, onRotate }: RotateKeyProps) {
  const { t } = useTranslation()
  const [isAsking, { open, close }] = useDisclosure()
  return (
    <>
      <Button
        leftSection={<IconRefresh size={18} />}
        loading={isPending}
        disabled={isDisabled}
        onClick={open}
      >
        {t('keys.rotate.action')}
      </Button>
      <ConfirmDialog
        title={t('keys.rotate.title')}
        text={t('keys.rotate.text')}
        consequences={[t('keys.rotate.consequences.old'), t('keys.rotate.consequences.leaked')]}
        action={t('keys.rotate.action')}
        isOpen={isAsking}
        isHarmless
        onConfirm={() => {
          close()
          onRotate()
        }}
        onClose={close}
      />
    </>
  )
}
