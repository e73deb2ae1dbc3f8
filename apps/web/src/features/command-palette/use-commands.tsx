import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import { parseTaskKey, taskKey } from '@atrium/tasks/projects/project-key.contract'
import { fullName } from '@atrium/ui/format'
import {
  IconCircleCheck,
  IconLayoutKanban,
  IconListCheck,
  IconPlayerPlayFilled,
  IconPlus,
} from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type PlacedBoard, placedBoards, useRecentBoards } from '../../data/boards/recent-boards.ts'
import { useStartTimer } from '../../data/planning/time.ts'
import { allProjectsQuery, membersQuery, navigationQuery } from '../../data/projects/projects.ts'
import { tasksQuery } from '../../data/tasks/tasks.ts'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import {
  bestFit,
  type Command,
  type CommandGroup,
  keyFilters,
  namesOnlyPlace,
  ranked,
  stillFits,
} from './command.ts'
import { useCreateTask } from './new-task.tsx'
import { type ActionCallbacks, useActionCommands } from './use-action-commands.tsx'
import { usePageCommands, useProjectPageCommands } from './use-page-commands.tsx'

const MAX_TASKS = 8
const MAX_PLACES = 6
const MAX_PEOPLE = 5
const MAX_RECENT = 4

interface PaletteState extends ActionCallbacks {
  text: string
  /** The text, debounced. */
  searchedText: string
  /** The timer starts on the next chosen task. */
  isForTimer: boolean
  onPickTimer: () => void
  boardId: number | undefined
}

/** Everything the palette offers for the typed text. What creates something comes last. */
export function useCommandGroups(state: PaletteState) {
  const { t } = useTranslation()
  const { text, isForTimer } = state
  const { tasks, isSearching } = useTaskCommands(state)
  const create = useCreateCommands(text, state)
  const actions = useActionCommands(state)
  const pages = usePageCommands()
  const projectPages = useProjectPageCommands(text)
  const { recent, boards, projects } = usePlaceCommands(text)
  const people = usePersonCommands(state)
  // A number alone may be part of a name, such as that of a board.
  const isKey = parseTaskKey(text) !== undefined && !/^\d/.test(text)

  const group = (name: Parameters<typeof groupLabel>[0], commands: Command[]): CommandGroup => ({
    label: t(groupLabel(name)),
    commands,
  })
  const found = text ? ranked([...actions, ...projectPages, ...pages], text) : []
  const places = [
    group('boards', boards),
    group('projects', [...projects, ...found.filter(command => namesOnlyPlace(command, text))]),
  ]
  const groups: CommandGroup[] = isForTimer
    ? [group('tasks', tasks)]
    : text
      ? [
          ...(isKey ? [group('tasks', tasks)] : []),
          group(
            'commands',
            found.filter(command => !namesOnlyPlace(command, text)),
          ),
          ...(bestFit(projects, text) > bestFit(boards, text) ? places.toReversed() : places),
          ...(isKey ? [] : [group('tasks', tasks)]),
          group('people', people),
          group('create', create),
        ]
      : [group('recent', recent), group('commands', [...actions, ...projectPages]), group('pages', pages)]
  return { groups: groups.filter(({ commands }) => commands.length > 0), isSearching }
}

function groupLabel(
  name: 'recent' | 'commands' | 'pages' | 'boards' | 'projects' | 'tasks' | 'people' | 'create',
) {
  return `work.palette.groups.${name}` as const
}

function useTaskCommands({ text, searchedText, isForTimer }: PaletteState) {
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const { t } = useTranslation()
  const { found, isFetching } = useFoundTasks(searchedText, isForTimer, projects)
  const navigate = useNavigate()
  const { mutate: startTimer } = useStartTimer()
  const isSearching = text !== '' && (text !== searchedText || isFetching)

  const shown = found
    .map(task => ({ ...task, project: projects.find(({ id }) => id === task.projectId) }))
    .filter(task => !isSearching || stillFits({ ...task, projectKey: task.project?.key ?? null }, text))
  const tasks = shown.map(
    ({ project, ...task }): Command => ({
      id: `task-${task.id}`,
      label: task.title,
      // Archived projects are not in the navigation.
      description: [taskKey(task.number, project?.key), project?.name ?? t('work.palette.archived')].join(
        ' · ',
      ),
      icon: taskIcon(task.completedAt !== null, isForTimer),
      run: () =>
        isForTimer
          ? startTimer(task.id)
          : void navigate({
              to: '/board/$boardId/task/$taskId',
              params: { boardId: task.boardId, taskId: task.id },
            }),
    }),
  )
  return { tasks: isForTimer || text ? tasks : [], isSearching }
}

/** Finds tasks, those with the typed key first. Without a text, the tasks that the user most likely wants to time. */
function useFoundTasks(searchedText: string, isForTimer: boolean, projects: NavigationProject[]) {
  const filters = searchedText
    ? { search: searchedText, archivedProjects: true }
    : { assigneeId: 'me', completed: false }
  const ofKey = keyFilters(searchedText, projects)
  const page = { orderBy: '-updatedAt', limit: MAX_TASKS } as const
  const named = useQuery({ ...tasksQuery({ ...ofKey, ...page }), enabled: ofKey !== undefined })
  const matching = useQuery({
    ...tasksQuery({ ...filters, ...page }),
    enabled: isForTimer || searchedText !== '',
  })
  const all = [...((ofKey && named.data?.items) ?? []), ...(matching.data?.items ?? [])]
  return {
    found: [...new Map(all.map(task => [task.id, task])).values()].slice(0, MAX_TASKS),
    isFetching: named.isFetching || matching.isFetching,
  }
}

function taskIcon(isDone: boolean, isForTimer: boolean) {
  if (isForTimer) return <IconPlayerPlayFilled size={16} />
  return isDone ? <IconCircleCheck size={18} stroke={1.75} /> : <IconListCheck size={18} stroke={1.75} />
}

function useCreateCommands(title: string, { boardId, onNewTask }: PaletteState): Command[] {
  const { t } = useTranslation()
  const { create } = useCreateTask(onNewTask)
  if (!title) return []
  const icon = <IconPlus size={18} stroke={1.75} />
  const personal: Command = {
    id: 'create-personal',
    label: t('work.palette.createPersonal', { title }),
    icon,
    isCreation: true,
    run: () => create(title),
  }
  if (boardId === undefined) return [personal]
  const here: Command = {
    id: 'create-here',
    label: t('work.palette.createHere', { title }),
    icon,
    isCreation: true,
    run: () => create(title, boardId),
  }
  return [here, personal]
}

/** Boards that were opened recently come first. */
function usePlaceCommands(text: string) {
  const navigate = useNavigate()
  const { data: navigation } = useQuery(navigationQuery)
  const opened = useRecentBoards()
  const { projects = [], starred = [] } = navigation ?? {}
  const markOf = (projectId: number) => {
    const project = projects.find(({ id }) => id === projectId)
    return project && <ProjectMark project={project} />
  }
  const toCommand = ({ id, name, projectId, projectName }: PlacedBoard): Command => ({
    id: `board-${id}`,
    label: name,
    description: projectName,
    keywords: projectName,
    icon: markOf(projectId) ?? <IconLayoutKanban size={18} stroke={1.75} />,
    run: () => void navigate({ to: '/board/$boardId', params: { boardId: id } }),
  })
  const ids = [...opened, ...starred, ...projects.flatMap(({ boards }) => boards)].map(({ id }) => id)
  const boards = navigation ? placedBoards(navigation, [...new Set(ids)]) : []
  return {
    recent: opened.slice(0, MAX_RECENT).map(toCommand),
    boards: ranked(boards.map(toCommand), text).slice(0, MAX_PLACES),
    projects: ranked(
      projects.map(
        ({ id, name, key }): Command => ({
          id: `project-${id}`,
          label: name,
          ...(key && { description: key, keywords: key }),
          icon: markOf(id),
          run: () => void navigate({ to: '/project/$projectId', params: { projectId: id } }),
        }),
      ),
      text,
    ).slice(0, MAX_PLACES),
  }
}

/** Members of the project at hand; the board then shows their tasks. */
function usePersonCommands({ text, boardId }: PaletteState): Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: navigation } = useQuery(navigationQuery)
  const [latest] = useRecentBoards()
  const [here] = navigation && boardId ? placedBoards(navigation, [boardId]) : []
  const board = here ?? latest
  const { data: members = [] } = useQuery({
    ...membersQuery(board?.projectId ?? 0),
    enabled: board !== undefined && text !== '',
  })
  if (!board) return []
  const people = members.map(
    ({ user }): Command => ({
      id: `person-${user.id}`,
      label: fullName(user),
      description: t('work.palette.tasksOn', { board: board.name }),
      icon: <PersonAvatar person={user} size={22} />,
      run: () =>
        void navigate({
          to: '/board/$boardId',
          params: { boardId: board.id },
          search: { assignee: String(user.id) },
        }),
    }),
  )
  return ranked(people, text).slice(0, MAX_PEOPLE)
}
