import {
  IconClock,
  IconFolders,
  IconHistory,
  IconInbox,
  IconLayoutKanban,
  IconListCheck,
  IconLock,
  IconMessageCircle,
  IconRobot,
  IconSettings,
  IconShield,
  IconTable,
  IconTrash,
  IconUserPlus,
  IconUsers,
} from '@atrium/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersonalBoard } from '../../data/boards/boards.ts'
import { allProjectsQuery, mayAs, useCurrentProject } from '../../data/projects/projects.ts'
import {
  currentUserQuery,
  identityAdminUrl,
  useHasPermission,
  useMayAdminister,
} from '../../data/session/current-user.ts'
import { type Command, commandKeys } from './command.ts'
import { commandWords } from './command-words.ts'

type Icon = ComponentType<{ size: number; stroke: number }>

export function usePageCommands(): Command[] {
  const { t } = useTranslation(['app', 'ui'])
  const navigate = useNavigate()
  const { data: user } = useQuery(currentUserQuery)
  const { board } = usePersonalBoard()
  const mayAdminister = useMayAdminister()
  const mayAddUsers = useHasPermission('user_roles.read')
  const page = (to: NonNullable<LinkProps['to']>, label: string, Icon: Icon, keys?: string) =>
    command(to, label, Icon, () => void navigate({ to }), keys)
  const leave = (id: string, label: string, Icon: Icon, url: string) =>
    command(id, label, Icon, () => window.location.assign(url))
  const { work, allTasks, projects, personalBoard, time, notifications } = commandKeys
  const openBoard = () => board && void navigate({ to: '/board/$boardId', params: { boardId: board.id } })
  return [
    page('/', t('navigation.myWork'), IconListCheck, work),
    page('/tasks', t('navigation.allTasks'), IconTable, allTasks),
    page('/projects', t('navigation.projects'), IconFolders, projects),
    ...(board
      ? [command('personal', t('work.palette.personalBoard'), IconLayoutKanban, openBoard, personalBoard)]
      : []),
    page('/time', t('navigation.time'), IconClock, time),
    page('/inbox', t('navigation.inbox'), IconInbox, notifications),
    page('/profile', t('profile.title'), IconSettings),
    page('/agents', t('agents.title'), IconRobot),
    ...(user ? [leave('account', t('ui:userMenu.account'), IconLock, user.accountUrl)] : []),
    page('/feedback', t('navigation.feedback'), IconMessageCircle),
    ...(mayAdminister ? [page('/administration', t('navigation.administration'), IconShield)] : []),
    ...(user && mayAddUsers
      ? [leave('accounts', t('administration.accounts'), IconUsers, identityAdminUrl(user))]
      : []),
  ]
}

function command(id: string, label: string, Icon: Icon, run: () => void, keys?: string): Command {
  return {
    id: `page-${id}`,
    label,
    icon: <Icon size={18} stroke={1.75} />,
    run,
    keywords: commandWords(id),
    ...(keys && { keys }),
  }
}

const MAX_INVITATIONS = 5

/** The pages of the project at hand and, once something is typed, where the user can invite people. */
export function useProjectPageCommands(text: string): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const current = useCurrentProject()
  const managesAll = useHasPermission('projects.manage.any')
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const mayManage = ({ myRole }: Pick<(typeof projects)[number], 'myRole'>) =>
    managesAll || mayAs(myRole, 'manager')
  const open =
    (projectId: number, page: 'tasks' | 'members' | 'settings' | 'time' | 'activity' | 'trash') => () =>
      void navigate({ to: `/project/$projectId/${page}`, params: { projectId } })

  const managed = projects
    .filter(project => project.type !== 'personal' && mayManage(project))
    .sort((one, other) => Number(other.id === current?.id) - Number(one.id === current?.id))
  const invitations = managed.slice(0, text ? MAX_INVITATIONS : 0).map(({ id, name }) => ({
    ...command('invite', t('work.palette.inviteTo', { name }), IconUserPlus, open(id, 'members')),
    id: `invite-${id}`,
    place: name,
  }))
  if (!current) return invitations
  const { id, name } = current
  const pages = [
    command('project-tasks', t('work.palette.tasksOf', { name }), IconTable, open(id, 'tasks')),
    command('members', t('work.palette.membersOf', { name }), IconUsers, open(id, 'members')),
    ...(mayManage(current)
      ? [
          command(
            'project-settings',
            t('work.palette.settingsOf', { name }),
            IconSettings,
            open(id, 'settings'),
          ),
        ]
      : []),
    ...(text
      ? [
          command('project-time', t('work.palette.timeOf', { name }), IconClock, open(id, 'time')),
          command(
            'project-activity',
            t('work.palette.activityOf', { name }),
            IconHistory,
            open(id, 'activity'),
          ),
          command('project-trash', t('work.palette.trashOf', { name }), IconTrash, open(id, 'trash')),
        ]
      : []),
  ]
  return [...invitations, ...pages.map(page => ({ ...page, place: name }))]
}
