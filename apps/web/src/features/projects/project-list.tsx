import type { Project } from '@atrium/tasks/projects/project.contract'
import { EmptyState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconArchive, IconFolders, IconSearch, IconUsers } from '@atrium/ui/icons'
import { Anchor, Badge, Box, Card, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import classes from './project-list.module.css'

export function ProjectList({ projects }: { projects: Project[] }) {
  return (
    <ul className={classes.list}>
      {projects.map(project => (
        <li key={project.id}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  )
}

function ProjectCard({ project }: { project: Project }) {
  const { t } = useTranslation()
  const isPersonal = project.type === 'personal'
  return (
    <Card component="article" shadow="xs" h="100%" className={classes.card}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
        <ProjectMark project={project} size={42} />
        <Badge color={isPersonal ? 'amber' : 'cobalt'}>{t(`projects.types.${project.type}`)}</Badge>
      </Group>
      <Title order={2} size="h3" lineClamp={2}>
        <Anchor component={Link} to={`/project/${project.id}`} inherit c="inherit" className={classes.link}>
          {project.name}
        </Anchor>
      </Title>
      {project.description && (
        <Text size="sm" c="dimmed" mt={6} lineClamp={2}>
          {project.description}
        </Text>
      )}
      <Group justify="space-between" gap="xs" mt="auto" pt="lg" c="dimmed" fz="sm">
        <span>
          {[project.key, project.myRole && t(`projects.roles.${project.myRole}`)].filter(Boolean).join(' · ')}
        </span>
        <Group gap={6}>
          <IconUsers size={16} stroke={1.75} aria-hidden="true" />
          {t('projects.members', { count: project.memberCount })}
        </Group>
      </Group>
    </Card>
  )
}

interface ProjectFiltersProps {
  archived: boolean
  onArchived: (archived: boolean) => void
  onSearch: (search: string) => void
}

export function ProjectFilters({ archived, onArchived, onSearch }: ProjectFiltersProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm" mb="lg" role="search">
      <Box flex="1 1 14rem" maw={{ sm: 320 }}>
        <SearchBox label={t('projects.filters.search')} onSearch={onSearch} />
      </Box>
      <SegmentedControl
        aria-label={t('projects.filters.which')}
        value={archived ? 'archived' : 'active'}
        onChange={value => onArchived(value === 'archived')}
        data={[
          { value: 'active', label: t('projects.filters.active') },
          { value: 'archived', label: t('projects.filters.archived') },
        ]}
      />
    </Group>
  )
}

export function NoProjects({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon={IconFolders} title={t('projects.empty.title')} text={t('projects.empty.text')}>
      {children}
    </EmptyState>
  )
}

/** No project matches the filters. */
export function NoProjectsFound({ isSearched }: { isSearched: boolean }) {
  const { t } = useTranslation()
  return isSearched ? (
    <EmptyState
      icon={IconSearch}
      title={t('projects.filters.nothing.title')}
      text={t('projects.filters.nothing.text')}
    />
  ) : (
    <EmptyState
      icon={IconArchive}
      title={t('projects.filters.noneArchived.title')}
      text={t('projects.filters.noneArchived.text')}
    />
  )
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

export function ProjectListSkeleton() {
  return (
    <LoadingSkeleton>
      <div className={classes.list}>
        {places.map(place => (
          <Card key={place} shadow="xs" h={212}>
            <Group justify="space-between" align="flex-start" mb="md">
              <Skeleton w={42} h={42} />
              <Skeleton w={64} h={20} radius="sm" />
            </Group>
            <Skeleton h={18} w="65%" mt={4} />
            <Skeleton h={12} mt={14} />
            <Skeleton h={12} w="80%" mt={9} />
            <Group justify="space-between" mt="auto">
              <Skeleton h={12} w={56} />
              <Skeleton h={12} w={88} />
            </Group>
          </Card>
        ))}
      </div>
    </LoadingSkeleton>
  )
}
