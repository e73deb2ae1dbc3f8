import { ApiError } from '@atrium/client/api-error'
import {
  Box,
  Button,
  EmptyState as MantineEmptyState,
  Skeleton,
  type SkeletonProps,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAlertCircle } from '../icons.ts'
import { errorKind } from './error-kind.ts'

interface EmptyStateProps {
  icon: ComponentType<{ stroke: number }>
  title: string
  text: string
  order?: 1 | 2 | 3
  color?: string
  note?: string | null
  children?: ReactNode
}

// The arch of the logo.
const arch = { borderRadius: '2.5rem 2.5rem var(--mantine-radius-lg) var(--mantine-radius-lg)' }

/** Says what is missing; `children` offer what to do about it. */
export function EmptyState({ icon: Icon, title, text, order = 2, color, note, children }: EmptyStateProps) {
  return (
    <MantineEmptyState
      variant="light"
      color={color}
      size="sm"
      icon={<Icon stroke={1.5} />}
      py={{ base: 40, sm: 64 }}
      px="md"
      styles={{ indicator: arch }}
    >
      <MantineEmptyState.Title order={order} fz="lg" mt="xs">
        {title}
      </MantineEmptyState.Title>
      <MantineEmptyState.Description maw={400}>{text}</MantineEmptyState.Description>
      {children && <MantineEmptyState.Actions mt="xs">{children}</MantineEmptyState.Actions>}
      {note && (
        <Text size="xs" c="dimmed" ff="monospace" mt="md">
          {note}
        </Text>
      )}
    </MantineEmptyState>
  )
}

interface ErrorStateProps {
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
  /** Where to go if the page does not exist or is not accessible; a retry would not help then. */
  fallbackAction?: ReactNode
}

export function ErrorState({ error, onRetry, isRetrying = false, fallbackAction }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  const kind = errorKind(error)
  const isPermanent = fallbackAction && (kind === 'notFound' || kind === 'forbidden')
  const requestId = error instanceof ApiError && !isPermanent ? error.requestId : null
  return (
    <Box role="alert">
      <EmptyState
        color="red"
        icon={IconAlertCircle}
        title={t(`errors.${kind}.title`)}
        text={t(`errors.${kind}.text`)}
        note={requestId && t('errors.requestId', { id: requestId })}
      >
        {isPermanent ? (
          fallbackAction
        ) : (
          <Button variant="default" loading={isRetrying} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </EmptyState>
    </Box>
  )
}

/** Announces that something is loading; `children` draw the shape of the content, unless it is one block. */
export function LoadingSkeleton({ children, ...block }: { children?: ReactNode } & SkeletonProps) {
  const { t } = useTranslation('ui')
  return (
    <Box role="status" aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div aria-hidden="true">{children ?? <Skeleton {...block} />}</div>
    </Box>
  )
}

const places = ['first', 'second', 'third', 'fourth', 'fifth']

export function RowsSkeleton({ rows = places.length }: { rows?: number }) {
  return (
    <LoadingSkeleton>
      <Stack gap="sm">
        {places.slice(0, rows).map(place => (
          <Skeleton key={place} h={52} />
        ))}
      </Stack>
    </LoadingSkeleton>
  )
}
