import { ApiError } from '@atrium/client/api-error'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconLock, IconMapOff } from '@atrium/ui/icons'
import { Button, Group, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './board-states.module.css'

interface BoardRefusalProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

/** Shown instead of a board that is deleted or that the user has no access to. */
export function BoardRefusal({ error, onRetry, isRetrying }: BoardRefusalProps) {
  const { t } = useTranslation()
  const kind = error instanceof ApiError ? kindByStatus[error.status] : undefined
  if (!kind) return <ErrorState error={error} onRetry={onRetry} isRetrying={isRetrying} />
  return (
    <EmptyState
      order={1}
      icon={kind === 'forbidden' ? IconLock : IconMapOff}
      title={t(`boards.refusal.${kind}.title`)}
      text={t(`boards.refusal.${kind}.text`)}
    >
      <Button component={Link} to="/projects" variant="default">
        {t('boards.refusal.action')}
      </Button>
    </EmptyState>
  )
}

const kindByStatus: Partial<Record<number, 'forbidden' | 'gone'>> = {
  403: 'forbidden',
  404: 'gone',
  410: 'gone',
  422: 'gone',
}

const heights = [
  [78, 96, 78, 62],
  [96, 62, 78],
  [62, 78],
]

export function BoardSkeleton() {
  return (
    <LoadingSkeleton>
      <Group gap="sm" px="lg" pt="md" pb="lg">
        <Skeleton h={20} w={220} />
      </Group>
      <div className={classes.columns}>
        {heights.map(cards => (
          <div key={cards.join()} className={classes.column}>
            <Skeleton h={16} w="45%" my={6} />
            {cards.map((height, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <Skeleton key={place} h={height} radius="md" />
            ))}
          </div>
        ))}
      </div>
    </LoadingSkeleton>
  )
}
