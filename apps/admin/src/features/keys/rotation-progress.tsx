import { IconCircleCheck } from '@atrium/ui/icons'
import { Alert, Box, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type RotationState = 'running' | 'waiting' | 'done'

interface RotationProgressProps {
  state: RotationState | undefined
  /** When the key that waits begins to sign. */
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
