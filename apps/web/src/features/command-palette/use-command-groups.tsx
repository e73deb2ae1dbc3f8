import { useTranslation } from 'react-i18next'
import { type CommandGroup, matches } from './command.ts'
import { useActionCommands } from './use-action-commands.tsx'
import { usePageCommands } from './use-page-commands.tsx'
import { usePlaceCommands } from './use-place-commands.tsx'
import { useTaskCommands } from './use-task-commands.tsx'

export interface PaletteState {
  /** What is in the field, and what of it is asked for: that waits until the typing pauses. */
  text: string
  asked: string
  /** Whatever task is chosen next, the timer is started on it. */
  isForTimer: boolean
  onPickTimer: () => void
  boardId: number | undefined
  onNewTask: () => void
}

/** All that the palette offers for what is typed, in the order in which it is shown. */
export function useCommandGroups(state: PaletteState) {
  const { t } = useTranslation()
  const { text, isForTimer } = state
  const { tasks, create, isSearching } = useTaskCommands(state)
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
