import type { Project } from '@atrium/tasks/projects/project.contract'
import { EmptyState } from '@atrium/ui/empty-state'
import { IconLock } from '@atrium/ui/icons'
import { Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePersonalProject } from '../data/personal-board.ts'
import { projectQuery } from '../data/projects.ts'
import { ArchiveProject } from '../features/projects/archive-project.tsx'
import { ProjectForm } from '../features/projects/project-form.tsx'
import { useProjectRights } from '../features/projects/project-rights.ts'
import { SettingsSection } from '../features/projects/settings-section.tsx'
import { stickersQuery } from '../features/projects/sticker.queries.ts'
import { StickerList } from '../features/projects/sticker-list.tsx'

/** The owner's, but for the stickers, which are every manager's. */
export function ProjectSettingsPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/settings' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { mayManage, mayOwn } = useProjectRights(project)
  const mayArchive = useMayArchive(project) && mayOwn
  const { data: stickers = [] } = useQuery(stickersQuery(projectId))
  if (project.archivedAt) return null
  if (!mayManage) {
    return (
      <EmptyState
        icon={<IconLock stroke={1.5} />}
        title={t('projects.settings.closed.title')}
        text={t('projects.settings.closed.text')}
      />
    )
  }
  return (
    <Stack gap="lg" maw="44rem">
      {mayOwn && (
        <SettingsSection title={t('projects.settings.general')}>
          <ProjectForm project={project} />
        </SettingsSection>
      )}
      <SettingsSection title={t('projects.stickers.title')} text={t('projects.stickers.text')}>
        <StickerList projectId={projectId} stickers={stickers} />
      </SettingsSection>
      {mayArchive && (
        <SettingsSection
          title={t('projects.settings.archive.title')}
          text={t('projects.settings.archive.text')}
        >
          <ArchiveProject
            project={project}
            onArchived={() => void navigate({ to: '/project/$projectId', params: { projectId } })}
          />
        </SettingsSection>
      )}
    </Stack>
  )
}

/** Not the first personal project of anybody. */
function useMayArchive({ id, type, myRole }: Project) {
  const { project: first } = usePersonalProject()
  return type !== 'personal' || (myRole === 'owner' && first !== undefined && first.id !== id)
}
