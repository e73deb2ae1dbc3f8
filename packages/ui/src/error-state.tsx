import { ApiError } from '@atrium/client/api-error'
import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { errorKind } from './error-kind.ts'
import { IconAlertCircle } from './icons.ts'

interface ErrorStateProps {
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
  /** Where to go if the page does not exist or is not accessible; a retry would not help then. */
  wayOn?: ReactNode
}

export function ErrorState({ error, onRetry, isRetrying = false, wayOn }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  const kind = errorKind(error)
  const isForGood = wayOn && (kind === 'notFound' || kind === 'forbidden')
  const requestId = error instanceof ApiError && !isForGood ? error.requestId : null
  return (
    <Box role="alert">
      <EmptyState
        color="red"
        icon={<IconAlertCircle stroke={1.5} />}
        title={t(`errors.${kind}.title`)}
        text={t(`errors.${kind}.text`)}
        note={requestId && t('errors.requestId', { id: requestId })}
      >
        {isForGood ? (
          wayOn
        ) : (
          <Button variant="default" loading={isRetrying} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </EmptyState>
    </Box>
  )
}
