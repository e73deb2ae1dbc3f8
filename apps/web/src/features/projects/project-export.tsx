import { addressOf } from '@atrium/client/request-parts'
import { exportProject } from '@atrium/tasks/exports/export.contract'
import { fileSize } from '@atrium/ui/files'
import { IconDownload } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { filesQuery } from './project-files.queries.ts'

/** Downloads everything of a project. The browser saves the stream and shows its progress, however large it is. */
export function ProjectExport({ projectId }: { projectId: number }) {
  const { t, i18n } = useTranslation()
  const { data: files } = useQuery(filesQuery(projectId))
  const addressIn = (format: 'atrium' | 'trello') =>
    addressOf(exportProject, { params: { id: projectId }, query: { format } })
  return (
    <SectionCard title={t('projects.settings.export.title')} text={t('projects.settings.export.text')}>
      <Stack gap="sm">
        {files && (
          <Text size="sm" c="dimmed">
            {t('projects.settings.export.size', { size: fileSize(files.usedBytes, i18n.language) })}
          </Text>
        )}
        <Group gap="sm">
          <Button
            component="a"
            href={addressIn('atrium')}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('projects.settings.export.action')}
          </Button>
          <Button component="a" href={addressIn('trello')} download variant="subtle">
            {t('projects.settings.export.trello')}
          </Button>
        </Group>
      </Stack>
    </SectionCard>
  )
}
