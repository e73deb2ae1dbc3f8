import type { Project } from '@atrium/tasks/projects/project.contract'
import { Avatar, NavLink } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatchRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards.ts'

/** A project that opens to its boards. */
export function SidebarProject({ project }: { project: Project }) {
  const { t } = useTranslation()
  const matchRoute = useMatchRoute()
  const isHere = Boolean(
    matchRoute({ to: '/project/$projectId', params: { projectId: project.id }, fuzzy: true }),
  )
  const [isOpen, setIsOpen] = useState(isHere)
  const { data: boards } = useQuery({ ...boardsQuery(project.id), enabled: isOpen })
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
      {boards?.map(board => (
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
