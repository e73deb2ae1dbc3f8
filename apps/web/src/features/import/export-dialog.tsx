import type { Project } from '@atrium/tasks/projects/project.contract'
import { Dialog } from '@atrium/ui/dialog'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ExportFormat } from './export-project.ts'
import { useExport } from './use-export.ts'

interface ExportDialogProps {
  project: Project
  format: ExportFormat
  onClose: () => void
}

/** Stays while the file is put together; closing it stops the work. */
export function ExportDialog({ project, format, onClose }: ExportDialogProps) {
  const { t } = useTranslation()
  const { done, total, isFailed, retry } = useExport(project, format, onClose)
  return (
    <Dialog title={t('import.export.title')} isOpen onClose={onClose}>
      <Stack>
        <Text aria-live="polite">
          {isFailed ? t('import.export.failed') : t('import.export.text', { name: project.name })}
        </Text>
        <Progress
          value={total > 0 ? (100 * done) / total : 0}
          color={isFailed ? 'red' : undefined}
          animated={!isFailed}
          aria-label={t('import.export.title')}
        />
        {total > 0 && (
          <Text size="sm" c="dimmed">
            {t('import.export.progress', { done, total })}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          {isFailed && <Button onClick={retry}>{t('actions.retry')}</Button>}
        </Group>
      </Stack>
    </Dialog>
  )
}
