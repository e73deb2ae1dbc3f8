import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { IconRefresh } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface RotateKeyProps {
  /** A new key is on its way already. */
  isPending: boolean
  onRotate: () => void
}

export function RotateKey({ isPending, onRotate }: RotateKeyProps) {
  const { t } = useTranslation()
  const [isAsking, { open, close }] = useDisclosure()
  return (
    <>
      <Button leftSection={<IconRefresh size={18} />} loading={isPending} onClick={open}>
        {t('keys.rotate.action')}
      </Button>
      <ConfirmDialog
        title={t('keys.rotate.title')}
        text={t('keys.rotate.text')}
        consequences={[t('keys.rotate.consequences.old'), t('keys.rotate.consequences.cached')]}
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
