import { fileSize } from '@atrium/ui/files'
import { IconDatabaseExport } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useExportData } from './own-data.queries.ts'

export function ExportData({ userId }: { userId: number }) {
  const { t, i18n } = useTranslation()
  const { mutate, data, isPending } = useExportData(userId)
  return (
    <SectionCard title={t('data.export.title')} text={t('data.export.text')}>
      <Group gap="md">
        <Button
          leftSection={<IconDatabaseExport size={18} stroke={1.75} />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('data.export.action')}
        </Button>
        <Stack role="status" gap={4} flex="1 1 14rem">
          {isPending && (
            <>
              <Text size="sm">{t('data.export.collecting')}</Text>
              <Progress value={100} animated aria-hidden="true" />
            </>
          )}
          {data && !isPending && (
            <Text size="sm">
              {t('data.export.done', { name: data.name, size: fileSize(data.size, i18n.language) })}
            </Text>
          )}
          {data && !isPending && data.leftOut.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('data.export.leftOut', { parts: data.leftOut.join(', ') })}
            </Text>
          )}
        </Stack>
      </Group>
    </SectionCard>
  )
}
