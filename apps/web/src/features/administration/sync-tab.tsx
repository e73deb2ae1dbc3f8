import { type Synchronised, synchroniseUsers } from '@atrium/tasks/administration/user.contract'
import { IconRefresh } from '@atrium/ui/icons'
import { useInvalidation } from '@atrium/ui/queries'
import { Alert, Button, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'

export function SyncTab() {
  const { t } = useTranslation()
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => api(synchroniseUsers),
    onSuccess: useInvalidation(['users']),
  })
  return (
    <Stack>
      <Card shadow="xs">
        <Title order={2} size="h3">
          {t('administration.sync.title')}
        </Title>
        <Text c="dimmed" mt={6} mb="lg">
          {t('administration.sync.text')}
        </Text>
        <Button
          leftSection={<IconRefresh size={18} />}
          loading={isPending}
          onClick={() => mutate()}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('administration.sync.action')}
        </Button>
      </Card>
      <div role="status">
        {isPending && <Text c="dimmed">{t('administration.sync.running')}</Text>}
        {data && !isPending && <SyncResult result={data.item} />}
      </div>
    </Stack>
  )
}

const kinds = ['created', 'updated', 'unchanged', 'archived', 'failed'] as const

function SyncResult({ result }: { result: Synchronised }) {
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
