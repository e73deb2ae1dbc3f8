import { isLost } from '@atrium/client/api-error'
import { ErrorState } from '@atrium/ui/feedback/states'
import { Box, Container, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useState } from 'react'
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

/** The header and tabs of the project; each tab is a page of its own. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/project/$projectId' })
  const { data: project, error, isFetching, refetch } = useQuery(projectQuery(projectId))
  const isHidden = !project || isLost(error)
  const [exported, setExported] = useState<ExportFormat>()
  return (
    <Container size="lg" py={{ base: 'lg', sm: 40 }}>
      {!project && !error && <ProjectSkeleton />}
      {isHidden && error && (
        <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} fallbackAction={<ToProjects />} />
      )}
      {!isHidden && (
        <Stack gap="lg">
          <title>{`${project.name} · Atrium`}</title>
          <ProjectHeader project={project}>
            <ProjectMenu project={project} onExport={setExported} />
          </ProjectHeader>
          <ArchivedBanner project={project} />
          <ProjectTabs project={project} />
          <Box key={projectId}>
            <Outlet />
          </Box>
          {exported && (
            <ExportDialog project={project} format={exported} onClose={() => setExported(undefined)} />
          )}
        </Stack>
      )}
    </Container>
  )
}
