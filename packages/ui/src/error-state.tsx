import { Box, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'
import { EmptyState } from './empty-state.tsx'
import { errorKind } from './error-kind.ts'
import { IconAlertCircle } from './icons.ts'

interface ErrorStateProps {
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
}

export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  const kind = errorKind(error)
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Box role="alert">
      <EmptyState
        color="red"
        icon={<IconAlertCircle stroke={1.5} />}
        title={t(`errors.${kind}.title`)}
        text={t(`errors.${kind}.text`)}
        note={requestId && t('errors.requestId', { id: requestId })}
      >
        <Button variant="default" loading={isRetrying} onClick={onRetry}>
          {t('retry')}
        </Button>
      </EmptyState>
    </Box>
  )
}
