import { pageTitle } from '@atrium/ui/branding'
import { ErrorState } from '@atrium/ui/feedback/states'
import { IconPlus } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { projectsQuery } from '../../data/projects/projects.ts'
import { useHasPermission } from '../../data/session/current-user.ts'
import { OwnInvitations } from '../../features/projects/invitations/own-invitations.tsx'
import { CreateProjectDialog } from '../../features/projects/project-form.tsx'
import {
  NoProjects,
  NoProjectsFound,
  ProjectFilters,
  ProjectList,
  ProjectListSkeleton,
} from '../../features/projects/project-list.tsx'
import { PortfolioPage } from './portfolio-page.tsx'
import { ProjectsSwitch } from './projects-switch.tsx'
import { WorkloadPage } from './workload-page.tsx'

export default function ProjectsPage() {
  const { show } = useSearch({ from: '/projects' })
  if (show === 'portfolio') return <PortfolioPage />
  return show === 'workload' ? <WorkloadPage /> : <AllProjects />
}

function AllProjects() {
  const { t } = useTranslation()
  const { page = 1 } = useSearch({ from: '/projects' })
  const navigate = useNavigate({ from: '/projects' })
  const [filters, setFilters] = useState<{ search?: string; archived?: boolean }>({})
  const { data: projects, error, isPending, isFetching, refetch } = useQuery(projectsQuery(page, filters))
  const mayCreate = useHasPermission('projects.create')
  const [isCreating, setIsCreating] = useState(false)

  const toPage = (next: number) => void navigate({ search: next > 1 ? { page: next } : {} })
  useLastPage(projects, toPage)
  const filter = (changes: typeof filters) => {
    setFilters({ ...filters, ...changes })
    toPage(1)
  }
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setIsCreating(true)}>
      {t('projects.create.action')}
    </Button>
  )
  const isFiltered = Boolean(filters.search || filters.archived)
  const isEmpty = projects?._meta.total === 0
  const hasNone = isEmpty && !isFiltered
  return (
    <PageContainer>
      <title>{pageTitle(t('projects.title'))}</title>
      <Group justify="space-between" gap="xs" mih={36} mb="lg">
        <Title order={1}>{t('projects.title')}</Title>
        {!hasNone && create}
      </Group>
      <ProjectsSwitch page="list" />
      <OwnInvitations />
      <ProjectFilters
        archived={filters.archived ?? false}
        onArchived={archived => filter({ archived: archived || undefined })}
        onSearch={search => filter({ search: search || undefined })}
      />
      {isPending && <ProjectListSkeleton />}
      {!projects && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {hasNone && <NoProjects>{create}</NoProjects>}
      {isEmpty && isFiltered && <NoProjectsFound isSearched={Boolean(filters.search)} />}
      {projects && !isEmpty && (
        <Stack gap="xl">
          <ProjectList projects={projects.items} />
          <PageSwitch page={page} pages={projects._meta.pages} onChange={toPage} />
        </Stack>
      )}
      <CreateProjectDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </PageContainer>
  )
}
