import { IconCircleCheck } from '@atrium/ui/icons'
import { Alert, Box, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export type RotationState = 'running' | 'waiting' | 'done'

/** A rotation takes some seconds: the key is made, published, and only then used. */
export function RotationProgress({ state }: { state: RotationState | undefined }) {
  const { t } = useTranslation()
  const isDone = state === 'done'
  return (
    <Box role="status">
      {state && (
        <Alert
          color={isDone ? 'teal' : 'cobalt'}
          icon={isDone ? <IconCircleCheck /> : <Loader size="xs" aria-hidden="true" />}
        >
          {t(`keys.rotate.${state}`)}
        </Alert>
      )}
    </Box>
  )
}
