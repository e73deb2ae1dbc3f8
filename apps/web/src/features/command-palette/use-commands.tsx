import { fullName } from '@atrium/ui/format'
import {
  IconCircleCheck,
  IconFolders,
  IconLayoutKanban,
  IconListCheck,
  IconPlayerPlayFilled,
  IconPlus,
} from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery, membersQuery, navigationQuery } from '../../data/projects.ts'
import { type PlacedBoard, placedBoards, useRecentBoards } from '../../data/recent-boards.ts'
import { taskKey, tasksQuery } from '../../data/tasks.ts'
import { useStartTimer } from '../../data/time.ts'
import { type Command, type CommandGroup, ranked, stillFits } from './command.ts'
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
  const create = useCreateCommands(text, state.boardId)
  const actions = useActionCommands(state)
  const pages = usePageCommands()
  const projectPages = useProjectPageCommands(text)
  const { recent, boards, projects } = usePlaceCommands(text)
  const people = usePersonCommands(state)

  const group = (name: Parameters<typeof groupLabel>[0], commands: Command[]): CommandGroup => ({
    label: t(groupLabel(name)),
    commands,
  })
  const groups: CommandGroup[] = isForTimer
    ? [group('tasks', tasks)]
    : text
      ? [
          group('commands', ranked([...actions, ...projectPages, ...pages], text)),
          group('boards', boards),
          group('projects', projects),
          group('tasks', tasks),
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
  const { data, isFetching } = useFoundTasks(searchedText, isForTimer)
  const { data: projects } = useQuery(allProjectsQuery)
  const navigate = useNavigate()
  const { mutate: startTimer } = useStartTimer()
  const isSearching = text !== '' && (text !== searchedText || isFetching)

  const found = (data?.items ?? []).filter(task => !isSearching || stillFits(task, text))
  const tasks = found.map(
    (task): Command => ({
      id: `task-${task.id}`,
      label: task.title,
      description: [projects?.find(({ id }) => id === task.projectId)?.name, taskKey(task)]
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
    }),
  )
  return { tasks: isForTimer || text ? tasks : [], isSearching }
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
  const toCommand = ({ id, name, projectName }: PlacedBoard): Command => ({
    id: `board-${id}`,
    label: name,
    description: projectName,
    keywords: projectName,
    icon: <IconLayoutKanban size={18} stroke={1.75} />,
    run: () => void navigate({ to: '/board/$boardId', params: { boardId: id } }),
  })
  const ids = [...opened, ...starred, ...projects.flatMap(({ boards }) => boards)].map(({ id }) => id)
  const boards = navigation ? placedBoards(navigation, [...new Set(ids)]) : []
  return {
    recent: opened.slice(0, MAX_RECENT).map(toCommand),
    boards: ranked(boards.map(toCommand), text).slice(0, MAX_PLACES),
    projects: ranked(
      projects.map(
        ({ id, name }): Command => ({
          id: `project-${id}`,
          label: name,
          icon: <IconFolders size={18} stroke={1.75} />,
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
