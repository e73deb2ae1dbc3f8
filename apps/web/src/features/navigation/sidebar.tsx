import { IconButton } from '@atrium/ui/icon-button'
import {
  IconClock,
  IconFolders,
  IconInbox,
  IconLayoutKanban,
  IconListCheck,
  IconMessageCircle,
  IconPlus,
  IconShield,
  IconStar,
  IconStarFilled,
  IconTable,
} from '@atrium/ui/icons'
import { Button, ScrollArea, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlacedBoard, useRecentBoards } from '../../data/boards/recent-boards.ts'
import { useStar } from '../../data/boards/stars.ts'
import { navigationQuery } from '../../data/projects/projects.ts'
import { useHasPermission, useMayAdminister } from '../../data/session/current-user.ts'
import classes from './sidebar.module.css'
import { SidebarProjects } from './sidebar-projects.tsx'

const RECENT_SHOWN = 3

export interface SidebarActions {
  onNewProject: () => void
  onNewBoard: (projectId: number) => void
}

/** Main navigation, with the user's starred and recent boards and their projects. */
export function Sidebar({ onNewProject, onNewBoard }: SidebarActions) {
  const { t } = useTranslation()
  const { data: navigation, isPending } = useQuery(navigationQuery)
  const mayCreate = useHasPermission('projects.create')
  const destinations = useDestinations()
  const recent = useOtherRecentBoards()
  const add = mayCreate && (
    <IconButton
      icon={IconPlus}
      label={t('navigation.addProject')}
      tooltip={t('navigation.addProject')}
      size={28}
      data-closes-navigation
      onClick={onNewProject}
    />
  )
  return (
    <div className={classes.sidebar}>
      <ul className={classes.list}>
        {destinations.main.map(one => (
          <Destination key={one.to} {...one} />
        ))}
      </ul>
      <ScrollArea className={classes.middle} type="hover" scrollbarSize={8}>
        {isPending && <Skeleton h={28} radius="md" />}
        <BoardSection
          title={t('navigation.starred')}
          icon={IconStarFilled}
          boards={navigation?.starred ?? []}
        />
        <BoardSection title={t('navigation.recent')} icon={IconLayoutKanban} boards={recent} />
        <Section title={t('navigation.yourProjects')} action={add}>
          <SidebarProjects projects={navigation?.projects ?? []} onNewBoard={onNewBoard} />
        </Section>
      </ScrollArea>
      <ul className={classes.list}>
        {destinations.other.map(one => (
          <Destination key={one.to} {...one} />
        ))}
      </ul>
    </div>
  )
}

/** Where the user was before; starred boards are listed anyway. */
function useOtherRecentBoards() {
  const { boardId } = useParams({ strict: false })
  const { data: navigation } = useQuery(navigationQuery)
  const listed = new Set([boardId, ...(navigation?.starred ?? []).map(({ id }) => id)])
  return useRecentBoards()
    .filter(({ id }) => !listed.has(id))
    .slice(0, RECENT_SHOWN)
}

export interface DestinationProps {
  to: NonNullable<LinkProps['to']>
  icon: ComponentType<{ size: number; stroke?: number }>
  label: string
}

/** The pages outside of projects. */
export function useDestinations(): Record<'main' | 'other', DestinationProps[]> {
  const { t } = useTranslation()
  const mayAdminister = useMayAdminister()
  return {
    main: [
      { to: '/', icon: IconListCheck, label: t('navigation.myWork') },
      { to: '/inbox', icon: IconInbox, label: t('navigation.inbox') },
      { to: '/tasks', icon: IconTable, label: t('navigation.allTasks') },
      { to: '/projects', icon: IconFolders, label: t('navigation.projects') },
      { to: '/time', icon: IconClock, label: t('navigation.time') },
    ],
    other: [
      { to: '/feedback', icon: IconMessageCircle, label: t('navigation.feedback') },
      ...(mayAdminister
        ? [{ to: '/administration', icon: IconShield, label: t('navigation.administration') } as const]
        : []),
    ],
  }
}

/** Tabs and pages are in the query, which does not change where the user is. */
export const samePage = { exact: true, includeSearch: false }

function Destination({ to, icon: Icon, label }: DestinationProps) {
  return (
    <li className={classes.row}>
      <Link to={to} activeOptions={samePage} className={classes.link}>
        <Icon size={18} stroke={1.75} />
        <span className={classes.label}>{label}</span>
      </Link>
    </li>
  )
}

interface SectionProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.heading}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

interface BoardSectionProps {
  title: string
  icon: ComponentType<{ size: number; stroke?: number; className?: string }>
  boards: PlacedBoard[]
}

function BoardSection({ title, icon: Icon, boards }: BoardSectionProps) {
  if (boards.length === 0) return null
  return (
    <Section title={title}>
      <ul className={classes.list}>
        {boards.map(({ id, name, projectName }) => (
          <li key={id} className={classes.row}>
            <Link
              to="/board/$boardId"
              params={{ boardId: id }}
              activeOptions={{ includeSearch: false }}
              className={classes.link}
              title={`${projectName} / ${name}`}
            >
              <Icon size={16} stroke={1.75} className={classes.mark} />
              <span className={classes.label}>{name}</span>
              <span className={classes.place}>{projectName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface StarButtonProps {
  boardId: number
  /** Where several boards are listed. */
  name?: string
}

/** Keeps a board at the top of the sidebar. Part of the first load, because several pages show it. */
export function StarButton({ boardId, name }: StarButtonProps) {
  const { t } = useTranslation()
  const { isStarred, toggle } = useStar(boardId)
  const label = t(isStarred ? 'navigation.unstar' : 'navigation.star')
  const Icon = isStarred ? IconStarFilled : IconStar
  return (
    <IconButton
      icon={Icon}
      iconSize={18}
      label={name ? t('navigation.starBoard', { name }) : t('navigation.star')}
      tooltip={label}
      color={isStarred ? 'amber' : 'gray'}
      c={isStarred ? 'amber.6' : 'dimmed'}
      size="lg"
      aria-pressed={isStarred}
      onClick={toggle}
    />
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
