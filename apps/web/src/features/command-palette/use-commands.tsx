import {
  IconBell,
  IconCircleCheck,
  IconClock,
  IconFolders,
  IconLayoutKanban,
  IconListCheck,
  IconMessageCircle,
  IconPlayerPlayFilled,
  IconPlus,
  IconSettings,
  IconShield,
} from '@atrium/ui/icons'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { boardsQuery, usePersonalBoard } from '../../data/boards.ts'
import { useMayAdminister } from '../../data/current-user.ts'
import { allProjectsQuery } from '../../data/projects.ts'
import { tasksQuery } from '../../data/tasks.ts'
import { useStartTimer } from '../../data/time.ts'
import { type Command, type CommandGroup, commandKeys, matches } from './command.ts'
import { useCreateTask } from './new-task.tsx'
import { useActionCommands } from './use-action-commands.tsx'

const MAX_TASKS = 8
/** Each project takes one more request. */
const MAX_PROJECTS = 25

interface PaletteState {
  text: string
  /** The text, debounced. */
  searchedText: string
  /** The timer starts on the next chosen task. */
  isForTimer: boolean
  onPickTimer: () => void
  boardId: number | undefined
  onNewTask: () => void
}

/** Everything the palette offers for the typed text, in display order. */
export function useCommandGroups(state: PaletteState) {
  const { t } = useTranslation()
  const { text, isForTimer } = state
  const { tasks, isSearching } = useTaskCommands(state)
  const create = useCreateCommands(text, state.boardId)
  const actions = useActionCommands(state)
  const pages = usePageCommands()
  const { projects, boards } = usePlaceCommands(text)

  const fitting = (group: CommandGroup) => ({
    ...group,
    commands: group.commands.filter(command => matches(command, text)),
  })
  const groups: CommandGroup[] = isForTimer
    ? [{ label: t('work.palette.groups.tasks'), commands: tasks }]
    : [
        { label: t('work.palette.groups.tasks'), commands: text ? tasks : [] },
        fitting({ label: t('work.palette.groups.projects'), commands: projects }),
        fitting({ label: t('work.palette.groups.boards'), commands: boards }),
        fitting({ label: t('work.palette.groups.commands'), commands: actions }),
        fitting({ label: t('work.palette.groups.pages'), commands: pages }),
        { label: t('work.palette.groups.create'), commands: create },
      ]
  return { groups: groups.filter(({ commands }) => commands.length > 0), isSearching }
}

function useTaskCommands({ text, searchedText, isForTimer }: PaletteState) {
  const { data, isFetching } = useFoundTasks(searchedText, isForTimer)
  const { data: projects } = useQuery(allProjectsQuery)
  const navigate = useNavigate()
  const { mutate: startTimer } = useStartTimer()

  const tasks = (data?.items ?? []).map(task => ({
    id: `task-${task.id}`,
    label: task.title,
    description: [projects?.find(({ id }) => id === task.projectId)?.name, `#${task.number}`]
      .filter(Boolean)
      .join(' · '),
    icon: taskIcon(task.completedAt !== null, isForTimer),
    run: () =>
      isForTimer
        ? startTimer(task.id)
        : void navigate({
            to: '/board/$boardId/task/$taskId',
            params: { boardId: task.boardId, taskId: task.id },
          }),
  }))
  const isSearching = text !== '' && (text !== searchedText || isFetching)
  return { tasks, isSearching }
}

/** Without a text, the tasks that the user most likely wants to time. */
function useFoundTasks(searchedText: string, isForTimer: boolean) {
  const filters = searchedText ? { search: searchedText } : { assigneeId: 'me', completed: false }
  return useQuery({
    ...tasksQuery({ ...filters, orderBy: '-updatedAt', limit: MAX_TASKS }),
    enabled: isForTimer || searchedText !== '',
  })
}

function taskIcon(isDone: boolean, isForTimer: boolean) {
  if (isForTimer) return <IconPlayerPlayFilled size={16} />
  return isDone ? <IconCircleCheck size={18} stroke={1.75} /> : <IconListCheck size={18} stroke={1.75} />
}

function useCreateCommands(title: string, boardId: number | undefined): Command[] {
  const { t } = useTranslation()
  const { create } = useCreateTask()
  if (!title) return []
  const icon = <IconPlus size={18} stroke={1.75} />
  const personal = {
    id: 'create-personal',
    label: t('work.palette.createPersonal', { title }),
    icon,
    run: () => create(title),
  }
  if (boardId === undefined) return [personal]
  const here = {
    id: 'create-here',
    label: t('work.palette.createHere', { title }),
    icon,
    run: () => create(title, boardId),
  }
  return [here, personal]
}

/** Projects and their boards, once something is typed. */
function usePlaceCommands(text: string) {
  const navigate = useNavigate()
  const { data: all = [] } = useQuery(allProjectsQuery)
  const boards = useQueries({
    queries: all.slice(0, MAX_PROJECTS).map(({ id }) => ({
      ...boardsQuery(id),
      enabled: text !== '',
      staleTime: 5 * 60_000,
    })),
    combine: answers => answers.flatMap(({ data }) => data ?? []),
  })
  if (!text) return { projects: [], boards: [] }
  return {
    projects: all.map(
      ({ id, name }): Command => ({
        id: `project-${id}`,
        label: name,
        icon: <IconFolders size={18} stroke={1.75} />,
        run: () => void navigate({ to: '/project/$projectId', params: { projectId: id } }),
      }),
    ),
    boards: boards.map(({ id, name, projectId }): Command => {
      const project = all.find(one => one.id === projectId)?.name ?? ''
      return {
        id: `board-${id}`,
        label: name,
        description: project,
        keywords: project,
        icon: <IconLayoutKanban size={18} stroke={1.75} />,
        run: () => void navigate({ to: '/board/$boardId', params: { boardId: id } }),
      }
    }),
  }
}

type Icon = ComponentType<{ size: number; stroke: number }>

function usePageCommands(): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { board } = usePersonalBoard()
  const mayAdminister = useMayAdminister()
  const page = (to: NonNullable<LinkProps['to']>, label: string, Icon: Icon, keys?: string): Command => ({
    id: `page-${to}`,
    label,
    icon: <Icon size={18} stroke={1.75} />,
    run: () => void navigate({ to }),
    ...(keys && { keys }),
  })
  const { work, projects, personalBoard, time, notifications } = commandKeys
  return [
    page('/', t('navigation.myWork'), IconListCheck, work),
    page('/projects', t('navigation.projects'), IconFolders, projects),
    ...(board
      ? [page(`/board/${board.id}` as '/', t('work.palette.personalBoard'), IconLayoutKanban, personalBoard)]
      : []),
    page('/time', t('navigation.time'), IconClock, time),
    page('/notifications', t('navigation.notifications'), IconBell, notifications),
    page('/profile', t('profile.title'), IconSettings),
    page('/feedback', t('navigation.feedback'), IconMessageCircle),
    ...(mayAdminister ? [page('/administration', t('navigation.administration'), IconShield)] : []),
  ]
}
