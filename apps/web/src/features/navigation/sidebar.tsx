import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import { IconClock, IconFolders, IconListCheck, IconMessageCircle, IconShield } from '@atrium/ui/icons'
import { Avatar, Button, NavLink, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useMatchRoute } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayAdminister } from '../../data/current-user.ts'
import { allProjectsQuery } from '../../data/projects.ts'

/** Main navigation, with the user's projects and their boards. */
export function Sidebar() {
  const { t } = useTranslation()
  const { data: projects, isPending } = useQuery(allProjectsQuery)
  const mayAdminister = useMayAdminister()
  return (
    <Stack gap="md" h="100%">
      <Stack gap={2}>
        <Destination to="/" icon={IconListCheck} label={t('navigation.myWork')} />
        <Destination to="/projects" icon={IconFolders} label={t('navigation.projects')} />
        <Destination to="/time" icon={IconClock} label={t('navigation.time')} />
      </Stack>
      <Text size="xs" fw={600} c="dimmed" px="sm" component="h2">
        {t('navigation.yourProjects')}
      </Text>
      <ScrollArea flex={1} mx={-8} px={8}>
        {isPending && <Skeleton h={28} radius="md" />}
        {projects?.map(project => (
          <SidebarProject key={project.id} project={project} />
        ))}
      </ScrollArea>
      <Stack gap={2}>
        <Destination to="/feedback" icon={IconMessageCircle} label={t('navigation.feedback')} />
        {mayAdminister && (
          <Destination to="/administration" icon={IconShield} label={t('navigation.administration')} />
        )}
      </Stack>
    </Stack>
  )
}

interface DestinationProps {
  to: LinkProps['to']
  icon: ComponentType<{ size: number; stroke: number }>
  label: ReactNode
}

function Destination({ to, icon: Icon, label }: DestinationProps) {
  return (
    <Link to={to} activeOptions={{ exact: true }} style={{ textDecoration: 'none', color: 'inherit' }}>
      {({ isActive }) => (
        <NavLink
          component="span"
          active={isActive}
          label={label}
          leftSection={<Icon size={18} stroke={1.75} />}
        />
      )}
    </Link>
  )
}

/** A project that opens to its boards. */
function SidebarProject({ project }: { project: NavigationProject }) {
  const { t } = useTranslation()
  const matchRoute = useMatchRoute()
  const isHere = Boolean(
    matchRoute({ to: '/project/$projectId', params: { projectId: project.id }, fuzzy: true }),
  )
  const [isOpen, setIsOpen] = useState(isHere)
  return (
    <NavLink
      label={project.name}
      leftSection={<Avatar name={project.name} color="initials" radius="sm" size={22} alt="" aria-hidden />}
      opened={isOpen}
      onChange={setIsOpen}
      childrenOffset={20}
      active={isHere}
      variant="subtle"
    >
      {project.boards.map(board => (
        <NavLink
          key={board.id}
          component={Link}
          to={`/board/${board.id}`}
          label={board.name}
          active={Boolean(matchRoute({ to: '/board/$boardId', params: { boardId: board.id }, fuzzy: true }))}
        />
      ))}
      <NavLink component={Link} to={`/project/${project.id}`} label={t('projects.overview')} c="dimmed" />
    </NavLink>
  )
}

/** The way out of a page that was not found. */
export function ToProjects() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/projects" variant="default">
      {t('toProjects')}
    </Button>
  )
}
