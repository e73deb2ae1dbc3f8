import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconMoon,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlus,
  IconSun,
} from '@atrium/ui/icons'
import { helpKey } from '@atrium/ui/shortcuts/shortcut-keys'
import { useShortcutHelp } from '@atrium/ui/shortcuts/shortcuts'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { runningTimerQuery, useStartTimer, useStopTimer } from '../../data/time.ts'
import { themeOf, useUpdateSettings } from '../../data/user-settings.ts'
import { type Command, commandKeys } from './command.ts'

interface Actions {
  onNewTask: () => void
  onPickTimer: () => void
}

export function useActionCommands({ onNewTask, onPickTimer }: Actions): Command[] {
  const { t } = useTranslation()
  const showShortcuts = useShortcutHelp()
  const icon = { size: 18, stroke: 1.75 }
  const timer = useTimerCommands(onPickTimer)
  const appearance = useAppearanceCommands()
  return [
    {
      id: 'new-task',
      label: t('work.palette.newTask'),
      icon: <IconPlus {...icon} />,
      keys: commandKeys.newTask,
      run: onNewTask,
    },
    ...timer,
    ...appearance,
    {
      id: 'shortcuts',
      label: t('work.palette.shortcuts'),
      icon: <IconKeyboard {...icon} />,
      keys: helpKey,
      run: showShortcuts,
    },
  ]
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
  const languages = (['en', 'ru'] as const)
    .filter(language => language !== i18n.resolvedLanguage)
    .map(language => ({
      id: `language-${language}`,
      label: t('work.palette.language', {
        name: new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language,
      }),
      icon: <IconLanguage size={18} stroke={1.75} />,
      run: () => {
        void i18n.changeLanguage(language)
        remember({ language })
      },
    }))
  return [...themes, ...languages]
}
