import { languageEntry } from '@atrium/core/languages'
import {
  IconArrowsRightLeft,
  IconDeviceDesktop,
  IconFolderPlus,
  IconKeyboard,
  IconLanguage,
  IconLayoutKanban,
  IconLayoutSidebarLeftCollapse,
  IconLogout,
  IconMoon,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlus,
  IconStar,
  IconSubtask,
  IconSun,
  IconTemplate,
} from '@atrium/ui/icons'
import { shownLanguages } from '@atrium/ui/language'
import { railKeys } from '@atrium/ui/shell/rail'
import { helpKey } from '@atrium/ui/shortcuts/shortcut-keys'
import { useShortcutHelp } from '@atrium/ui/shortcuts/shortcuts'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { themeOf, useUpdateSettings } from '../../data/account/user-settings.ts'
import { useStar } from '../../data/boards/stars.ts'
import { useSignOut } from '../../data/changes/sign-out.ts'
import { useChangeQueue } from '../../data/changes/task-changes.ts'
import { runningTimerQuery, useStartTimer, useStopTimer } from '../../data/planning/time.ts'
import { mayAs, useCurrentProject } from '../../data/projects/projects.ts'
import { useHasPermission } from '../../data/session/current-user.ts'
import { type Command, commandKeys } from './command.ts'
import { commandWords } from './command-words.ts'

/** What the form for a new task starts with. */
export interface TaskDraft {
  title: string
  /** Undefined for the personal project if it has no board. */
  boardId: number | undefined
}

export interface ActionCallbacks {
  onNewTask: (draft?: TaskDraft) => void
  onNewProject: () => void
  onNewBoard: (projectId: number) => void
  onTaskFromTemplate: (projectId: number, boardId: number | undefined) => void
  onToggleSidebar: () => void
}

export function useActionCommands(callbacks: ActionCallbacks & { onPickTimer: () => void }): Command[] {
  const { t } = useTranslation(['app', 'ui'])
  const showShortcuts = useShortcutHelp()
  const { mutate: signOut } = useSignOut()
  const { waiting, refused } = useChangeQueue()
  const icon = { size: 18, stroke: 1.75 }
  const commands: Command[] = [
    {
      id: 'new-task',
      label: t('work.palette.newTask'),
      icon: <IconPlus {...icon} />,
      keys: commandKeys.newTask,
      run: () => callbacks.onNewTask(),
    },
    ...useNewPlaceCommands(callbacks),
    ...useStarCommand(),
    ...useTaskPartCommands(),
    ...useTimerCommands(callbacks.onPickTimer),
    ...useAppearanceCommands(),
    {
      id: 'sidebar',
      label: t('work.palette.sidebar'),
      icon: <IconLayoutSidebarLeftCollapse {...icon} />,
      keys: railKeys,
      run: callbacks.onToggleSidebar,
    },
    {
      id: 'shortcuts',
      label: t('work.palette.shortcuts'),
      icon: <IconKeyboard {...icon} />,
      keys: helpKey,
      run: showShortcuts,
    },
  ]
  // The menu of the account asks first.
  if (waiting.length + refused.length === 0) {
    commands.push({
      id: 'sign-out',
      label: t('ui:userMenu.signOut'),
      icon: <IconLogout {...icon} />,
      run: () => signOut(),
    })
  }
  return commands.map(command => ({ ...command, keywords: commandWords(command.id) }))
}

function useNewPlaceCommands(callbacks: ActionCallbacks): Command[] {
  const { onNewProject, onNewBoard, onTaskFromTemplate } = callbacks
  const { t } = useTranslation()
  const { boardId } = useParams({ strict: false })
  const project = useCurrentProject()
  const mayCreate = useHasPermission('projects.create')
  const managesAll = useHasPermission('projects.manage.any')
  const commands: Command[] = []
  if (project && (managesAll || mayAs(project.myRole, 'member'))) {
    commands.push({
      id: 'task-from-template',
      label: t('templates.use.menu'),
      icon: <IconTemplate size={18} stroke={1.75} />,
      run: () => onTaskFromTemplate(project.id, boardId),
    })
  }
  if (project && (managesAll || mayAs(project.myRole, 'manager'))) {
    commands.push({
      id: 'new-board',
      label: t('work.palette.newBoard', { name: project.name }),
      place: project.name,
      icon: <IconLayoutKanban size={18} stroke={1.75} />,
      run: () => onNewBoard(project.id),
    })
  }
  if (mayCreate) {
    commands.push({
      id: 'new-project',
      label: t('work.palette.newProject'),
      icon: <IconFolderPlus size={18} stroke={1.75} />,
      run: onNewProject,
    })
  }
  return commands
}

function useStarCommand(): Command[] {
  const { t } = useTranslation()
  const { boardId } = useParams({ strict: false })
  const { isStarred, toggle } = useStar(boardId ?? 0)
  if (boardId === undefined) return []
  return [
    {
      id: 'star',
      label: t(isStarred ? 'navigation.unstar' : 'navigation.star'),
      icon: <IconStar size={18} stroke={1.75} />,
      run: toggle,
    },
  ]
}

/** The palette gives the focus back when it closes; after that it goes to the new field. */
const FOCUS_RETURNED_MS = 100

/** What the open task offers to its reader. */
function useTaskPartCommands(): Command[] {
  const { t } = useTranslation()
  const parts = [
    ['add-subtask', t('work.palette.addSubtask'), IconSubtask],
    ['add-relation', t('work.palette.addRelation'), IconArrowsRightLeft],
  ] as const
  return parts
    .filter(([id]) => document.getElementById(id))
    .map(([id, label, Icon]) => ({
      id,
      label,
      icon: <Icon size={18} stroke={1.75} />,
      run: () => {
        setTimeout(() => {
          const target = document.getElementById(id)
          target?.focus()
          target?.click()
        }, FOCUS_RETURNED_MS)
      },
    }))
}

function useTimerCommands(onPickTimer: () => void): Command[] {
  const { t } = useTranslation()
  const { taskId } = useParams({ strict: false })
  const { data: running } = useQuery(runningTimerQuery)
  const { mutate: start } = useStartTimer()
  const { mutate: stop } = useStopTimer()
  const play = <IconPlayerPlayFilled size={16} />
  const commands: Command[] = []
  if (running) {
    commands.push({
      id: 'stop-timer',
      label: t('work.palette.stopTimer'),
      description: running.task.title,
      icon: <IconPlayerStopFilled size={16} />,
      run: () => stop(running.taskId),
    })
  }
  if (taskId !== undefined && running?.taskId !== taskId) {
    commands.push({
      id: 'start-timer-here',
      label: t('work.palette.startTimerHere'),
      icon: play,
      run: () => start(taskId),
    })
  }
  commands.push({
    id: 'start-timer',
    label: t('work.palette.startTimer'),
    icon: play,
    staysOpen: true,
    run: onPickTimer,
  })
  return commands
}

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

/** Without the current theme and language. */
function useAppearanceCommands(): Command[] {
  const { t, i18n } = useTranslation(['app', 'ui'])
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { mutate: remember } = useUpdateSettings()
  const themes = schemes
    .filter(([scheme]) => scheme !== colorScheme)
    .map(([scheme, Icon]) => ({
      id: `theme-${scheme}`,
      label: t('work.palette.theme', { name: t(`ui:colorScheme.${scheme}`) }),
      icon: <Icon size={18} stroke={1.75} />,
      run: () => {
        setColorScheme(scheme)
        remember({ theme: themeOf(scheme) })
      },
    }))
  const otherLanguages = shownLanguages()
    .filter(code => code !== i18n.resolvedLanguage)
    .map(code => ({
      id: `language-${code}`,
      label: t('work.palette.language', { name: languageEntry(code).name }),
      icon: <IconLanguage size={18} stroke={1.75} />,
      run: () => {
        void i18n.changeLanguage(code)
        remember({ language: code })
      },
    }))
  return [...themes, ...otherLanguages]
}
