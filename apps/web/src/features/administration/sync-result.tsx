import { Alert, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SyncCounts } from './sync.queries.ts'

const kinds = ['created', 'updated', 'unchanged', 'archived', 'failed'] as const

export function SyncResult({ result }: { result: SyncCounts }) {
  const { t, i18n } = useTranslation()
  const seconds = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(
    result.tookMs / 1000,
  )
  const hasFailures = result.failed > 0
  const title = hasFailures
    ? t('administration.sync.failedTitle', { seconds })
    : t('administration.sync.doneTitle', { seconds })
  return (
    <Alert color={hasFailures ? 'amber' : 'teal'} title={title}>
      <SimpleGrid component="dl" cols={{ base: 2, xs: 3, sm: 5 }} spacing="sm" m={0}>
        {kinds.map(kind => (
          <div key={kind}>
            <Text component="dt" size="sm" c="dimmed">
              {t(`administration.sync.results.${kind}`)}
            </Text>
            <Text component="dd" m={0} fz="xl" fw={700}>
              {result[kind]}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {hasFailures && <Text mt="sm">{t('administration.sync.failedText')}</Text>}
    </Alert>
  )
}
