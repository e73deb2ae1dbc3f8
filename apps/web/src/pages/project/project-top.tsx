import type { Project } from '@atrium/tasks/projects/project.contract'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportDialog } from '../../features/import/export/export-dialog.tsx'
import type { ExportFormat } from '../../features/import/export/export-project.ts'
import {
  ArchivedBanner,
  ProjectHeader,
  ProjectMenu,
  ProjectTabs,
} from '../../features/projects/project-header.tsx'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import { SaveTemplateDialog } from '../../templates/lazy-templates.tsx'

/** What every page of a project begins with, always at the same place: switching tabs moves nothing. */
export function ProjectTop({ project }: { project: Project }) {
  const [exported, setExported] = useState<ExportFormat>()
  const [isSaving, saving] = useDisclosure()
  return (
    <Stack gap="sm">
      <ProjectBreadcrumbs project={project} />
      <ProjectHeader project={project}>
        <ProjectMenu project={project} onExport={setExported} onSaveAsTemplate={saving.open} />
      </ProjectHeader>
      <ArchivedBanner project={project} />
      <ProjectTabs project={project} />
      <SaveTemplateDialog
        original={{ kind: 'project', id: project.id, projectId: project.id, name: project.name }}
        isOpen={isSaving}
        onClose={saving.close}
      />
      {exported && (
        <ExportDialog project={project} format={exported} onClose={() => setExported(undefined)} />
      )}
    </Stack>
  )
}

const sections = [
  'tasks',
  'overview',
  'reports',
  'cycles',
  'members',
  'time',
  'activity',
  'trash',
  'settings',
  'import',
] as const

/** Projects / Office move / Members. */
function ProjectBreadcrumbs({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const section = sections.find(one => pathname.split('/').includes(one))
  const all = <Link to="/projects">{t('projects.title')}</Link>
  if (!section) return <Breadcrumbs current={project.name}>{all}</Breadcrumbs>
  return (
    <Breadcrumbs
      current={
        section === 'import' ? t('projects.menu.import').replace('…', '') : t(`projects.tabs.${section}`)
      }
    >
      {all}
      <Link to="/project/$projectId" params={{ projectId: project.id }}>
        <ProjectMark project={project} size={18} />
        <span>{project.name}</span>
      </Link>
    </Breadcrumbs>
  )
}
