import { isLost } from '@atrium/client/api-error'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Box, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { projectQuery } from '../data/projects.ts'
import { ExportDialog } from '../features/import/export/export-dialog.tsx'
import type { ExportFormat } from '../features/import/export/export-project.ts'
import { ToProjects } from '../features/navigation/sidebar.tsx'
import {
  ArchivedBanner,
  ProjectHeader,
  ProjectMenu,
  ProjectSkeleton,
  ProjectTabs,
} from '../features/projects/project-header.tsx'
import { ProjectMark } from '../project-mark/project-mark.tsx'
import { SaveTemplateDialog } from '../templates/lazy-templates.tsx'

/** The header and tabs of the project; each tab is a page of its own. */
export default function ProjectPage() {
  const { projectId } = useParams({ from: '/project/$projectId' })
  const { data: project, error, isFetching, refetch } = useQuery(projectQuery(projectId))
  const isHidden = !project || isLost(error)
  const [exported, setExported] = useState<ExportFormat>()
  const [isSaving, saving] = useDisclosure()
  return (
    <PageContainer>
      {!project && !error && <ProjectSkeleton />}
      {isHidden && error && (
        <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} fallbackAction={<ToProjects />} />
      )}
      {!isHidden && (
        <Stack gap="lg">
          <title>{`${project.name} · Atrium`}</title>
          <ProjectBreadcrumbs project={project} />
          <ProjectHeader project={project}>
            <ProjectMenu project={project} onExport={setExported} onSaveAsTemplate={saving.open} />
          </ProjectHeader>
          <ArchivedBanner project={project} />
          <ProjectTabs project={project} />
          <Box key={projectId}>
            <Outlet />
          </Box>
          <SaveTemplateDialog
            original={{ kind: 'project', id: project.id, projectId: project.id, name: project.name }}
            isOpen={isSaving}
            onClose={saving.close}
          />
          {exported && (
            <ExportDialog project={project} format={exported} onClose={() => setExported(undefined)} />
          )}
        </Stack>
      )}
    </PageContainer>
  )
}

const sections = [
  'overview',
  'reports',
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
  const section = sections.find(one => pathname.endsWith(`/${one}`))
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
