import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { IconCircleCheck, IconRefresh } from '@atrium/ui/icons'
import { Alert, Box, Button, Loader } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface RotateKeyProps {
  isPending: boolean
  /** A new key is already waiting to be used. */
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

export type RotationState = 'running' | 'waiting' | 'done'

interface RotationProgressProps {
  state: RotationState | undefined
  /** When the waiting key starts signing. */
  signsFrom: string | undefined
}

/** A rotation takes minutes: the key is created, published, and only then used. */
export function RotationProgress({ state, signsFrom }: RotationProgressProps) {
  const { t, i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  const isDone = state === 'done'
  return (
    <Box role="status">
      {state && (
        <Alert
          color={isDone ? 'teal' : 'cobalt'}
          icon={isDone ? <IconCircleCheck /> : <Loader size="xs" aria-hidden="true" />}
        >
          {t(`keys.rotate.${state}`, { time: signsFrom ? format.format(new Date(signsFrom)) : '' })}
        </Alert>
      )}
    </Box>
  )
}
