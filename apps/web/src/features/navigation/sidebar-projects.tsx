import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconChevronRight, IconPlus } from '@atrium/ui/icons'
import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { mayAs, useCurrentProject } from '../../data/projects/projects.ts'
import { useHasPermission } from '../../data/session/current-user.ts'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import classes from './sidebar.module.css'

/** With more boards than this, only the projects that the user opened are open. */
const ALL_OPEN_UP_TO = 8

interface SidebarProjectsProps {
  projects: NavigationProject[]
  onNewBoard: (projectId: number) => void
}

/** Projects that open to their boards. The project that the user is in always opens. */
export function SidebarProjects({ projects, onNewBoard }: SidebarProjectsProps) {
  const [open, setOpen] = useLocalStorage<Record<number, boolean>>({
    key: 'atrium.open-projects',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const currentId = useCurrentProject()?.id
  useEffect(() => {
    if (currentId !== undefined) setOpen(before => ({ ...before, [currentId]: true }))
  }, [currentId, setOpen])

  const boardCount = projects.reduce((sum, { boards }) => sum + boards.length, 0)
  return (
    <ul className={classes.list}>
      {projects.map(project => (
        <SidebarProject
          key={project.id}
          project={project}
          isCurrent={project.id === currentId}
          isOpen={open[project.id] ?? boardCount <= ALL_OPEN_UP_TO}
          onToggle={isOpen => setOpen(before => ({ ...before, [project.id]: isOpen }))}
          onNewBoard={() => onNewBoard(project.id)}
        />
      ))}
    </ul>
  )
}

interface SidebarProjectProps {
  project: NavigationProject
  isCurrent: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onNewBoard: () => void
}

function SidebarProject({ project, isCurrent, isOpen, onToggle, onNewBoard }: SidebarProjectProps) {
  const { t } = useTranslation()
  const managesAll = useHasPermission('projects.manage.any')
  const { id, name, boards, myRole } = project
  const listId = `sidebar-project-${id}`
  const add = t('navigation.addBoardTo', { name })
  return (
    <li>
      <div className={classes.row} data-current={isCurrent || undefined}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={t('navigation.boardsOf', { name })}
          onClick={() => onToggle(!isOpen)}
        >
          <IconChevronRight size={14} stroke={2} />
        </UnstyledButton>
        <Link
          to="/project/$projectId"
          params={{ projectId: id }}
          activeOptions={samePlace}
          className={classes.link}
          title={name}
        >
          <ProjectMark project={project} />
          <span className={classes.label}>{name}</span>
        </Link>
        {(managesAll || mayAs(myRole, 'manager')) && (
          <IconButton
            icon={IconPlus}
            iconSize={15}
            label={add}
            tooltip={t('navigation.addBoard')}
            size={26}
            className={classes.add}
            data-closes-navigation
            onClick={onNewBoard}
          />
        )}
      </div>
      <ul id={listId} className={classes.boards} hidden={!isOpen}>
        {boards.map(board => (
          <li key={board.id} className={classes.row}>
            <Link
              to="/board/$boardId"
              params={{ boardId: board.id }}
              activeOptions={samePlace}
              className={classes.link}
              title={board.name}
            >
              <span className={classes.label}>{board.name}</span>
            </Link>
          </li>
        ))}
        {boards.length === 0 && <li className={classes.empty}>{t('navigation.noBoards')}</li>}
      </ul>
    </li>
  )
}

/** An open task or a tab is still at the same place; filters are in the query. */
const samePlace = { includeSearch: false }
