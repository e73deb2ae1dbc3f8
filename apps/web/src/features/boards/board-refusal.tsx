import { ApiError } from '@atrium/client/api-error'
import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconLock, IconMapOff } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

interface BoardRefusalProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** A board that is gone, or not for this user, is no failure: it says so and shows a way on. */
export function BoardRefusal({ error, onRetry, isRetrying }: BoardRefusalProps) {
  const { t } = useTranslation()
  const kind = error instanceof ApiError ? kindByCode[error.status] : undefined
  if (!kind) return <ErrorState error={error} onRetry={onRetry} isRetrying={isRetrying} />
  return (
    <EmptyState
      order={1}
      icon={kind === 'forbidden' ? <IconLock stroke={1.5} /> : <IconMapOff stroke={1.5} />}
      title={t(`boards.refusal.${kind}.title`)}
      text={t(`boards.refusal.${kind}.text`)}
    >
      <Button component={Link} to="/projects" variant="default">
        {t('boards.refusal.action')}
      </Button>
    </EmptyState>
  )
}

const kindByCode: Partial<Record<number, 'forbidden' | 'gone'>> = {
  403: 'forbidden',
  404: 'gone',
  410: 'gone',
  422: 'gone',
}
