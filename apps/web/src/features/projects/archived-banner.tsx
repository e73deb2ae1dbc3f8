import type { Project } from '@atrium/tasks/projects/project.contract'
import { IconArchive } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRestoreProject } from './project.queries.ts'
import { useProjectRights } from './project-rights.ts'

export function ArchivedBanner({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { mayRestore } = useProjectRights(project)
  const { mutate, isPending } = useRestoreProject(project.id)
  if (!project.archivedAt) return null
  const restore = () =>
    mutate(undefined, { onSuccess: () => notifyOfSuccess(t('projects.archived.restored')) })
  return (
    <Alert color="amber" icon={<IconArchive stroke={1.75} />} title={t('projects.archived.title')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(mayRestore ? 'projects.archived.text' : 'projects.archived.textForOthers')}</Text>
        {mayRestore && (
          <Button size="xs" variant="default" loading={isPending} onClick={restore}>
            {t('projects.archived.restore')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
