import { IconRefresh } from '@atrium/ui/icons'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSynchronise } from './sync.queries.ts'
import { SyncResult } from './sync-result.tsx'

export function SyncTab() {
  const { t } = useTranslation()
  const { mutate, data, isPending } = useSynchronise()
  return (
    <Stack maw={720}>
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
