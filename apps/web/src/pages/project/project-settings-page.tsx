import type { Project } from '@atrium/tasks/projects/project.contract'
import { EmptyState } from '@atrium/ui/feedback/states'
import { IconLock } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePersonalProject } from '../../data/boards/boards.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import { ProjectAutomations } from '../../features/automations/project-automations.tsx'
import { ProjectFields } from '../../features/fields/project-fields.tsx'
import { ProjectRepositories } from '../../features/git/project-repositories.tsx'
import { ProjectForms } from '../../features/intake/project-forms.tsx'
import { LegalHold } from '../../features/projects/legal-hold.tsx'
import { useProjectRights } from '../../features/projects/project.queries.ts'
import { ProjectExport } from '../../features/projects/project-export.tsx'
import { ProjectFilesSpace } from '../../features/projects/project-files.tsx'
import { ArchiveProject, ProjectForm } from '../../features/projects/project-form.tsx'
import { ProjectStickers } from '../../features/stickers/sticker-lists.tsx'
import { ConditionField, ConditionWords } from '../../features/views/filters/condition-field.tsx'
import { ProjectWebhooks } from '../../features/webhooks/project-webhooks.tsx'
import { ProjectTemplates } from '../../templates/template-list.tsx'

const condition = { Field: ConditionField, Words: ConditionWords }

/** Managers can edit fields, stickers and templates; everything else requires the owner. */
export default function ProjectSettingsPage() {
  const { t } = useTranslation()
  const { projectId } = useParams({ from: '/project/$projectId/settings' })
  const navigate = useNavigate()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { mayManage, mayOwn } = useProjectRights(project)
  const mayArchive = useMayArchive(project) && mayOwn
  if (project.archivedAt) return null
  if (!mayManage) {
    return (
      <EmptyState
        icon={IconLock}
        title={t('projects.settings.closed.title')}
        text={t('projects.settings.closed.text')}
      />
    )
  }
  return (
    <Stack gap="lg">
      {mayOwn && (
        <SectionCard title={t('projects.settings.general')}>
          <ProjectForm project={project} />
        </SectionCard>
      )}
      <ProjectFields projectId={projectId} />
      <ProjectStickers projectId={projectId} />
      <ProjectTemplates projectId={projectId} />
      <ProjectAutomations projectId={projectId} condition={condition} />
      <ProjectForms projectId={projectId} />
      <ProjectRepositories projectId={projectId} />
      <ProjectWebhooks projectId={projectId} />
      <ProjectFilesSpace projectId={projectId} />
      <ProjectExport projectId={projectId} />
      <LegalHold project={project} />
      {mayArchive && (
        <SectionCard title={t('projects.settings.archive.title')} text={t('projects.settings.archive.text')}>
          <ArchiveProject
            project={project}
            onArchived={() => void navigate({ to: '/project/$projectId', params: { projectId } })}
          />
        </SectionCard>
      )}
    </Stack>
  )
}

/** The first personal project can't be archived. */
function useMayArchive({ id, type, myRole }: Project) {
  const { project: first } = usePersonalProject()
  return type !== 'personal' || (myRole === 'owner' && first !== undefined && first.id !== id)
}
