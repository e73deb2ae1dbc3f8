import { IconButton } from '@atrium/ui/icon-button'
import { IconSearch } from '@atrium/ui/icons'
import { keyCaps } from '@atrium/ui/shortcuts/shortcut-keys'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersonalBoard } from '../../data/boards/boards.ts'
import { commandKeys } from './command.ts'
import classes from './command-palette.module.css'
import { createTypeAhead, type TypeAhead } from './type-ahead.ts'
import type { ActionCallbacks, TaskDraft } from './use-action-commands.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const NewTaskDialog = lazy(async () => ({ default: (await import('./new-task.tsx')).NewTaskDialog }))

/** Search and commands by button or keyboard, from every page. Each part is loaded when it is first used. */
export function CommandPalette(actions: Omit<ActionCallbacks, 'onNewTask'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { boardId } = useParams({ strict: false })
  const { board: personalBoard } = usePersonalBoard()
  const [typeAhead] = useState(createTypeAhead)
  const [palette, paletteActions] = useLazyDisclosure(typeAhead)
  const [newTask, newTaskActions] = useLazyDisclosure()
  const [draft, setDraft] = useState<TaskDraft>()
  const openNewTask = (started?: TaskDraft) => {
    setDraft(started)
    newTaskActions.open()
  }

  const goToPersonalBoard = () =>
    personalBoard && navigate({ to: '/board/$boardId', params: { boardId: personalBoard.id } })
  const { search, ...keys } = commandKeys
  useShortcuts([
    { keys: search, description: t('work.shortcuts.search'), run: paletteActions.toggle, worksIn: 'fields' },
    { keys: '/', description: t('work.shortcuts.search'), run: paletteActions.open },
    { keys: keys.newTask, description: t('work.shortcuts.newTask'), run: () => openNewTask() },
    { keys: keys.work, description: t('work.shortcuts.goWork'), run: () => navigate({ to: '/' }) },
    {
      keys: keys.projects,
      description: t('work.shortcuts.goProjects'),
      run: () => navigate({ to: '/projects' }),
    },
    { keys: keys.personalBoard, description: t('work.shortcuts.goBoard'), run: goToPersonalBoard },
    { keys: keys.time, description: t('work.shortcuts.goTime'), run: () => navigate({ to: '/time' }) },
    {
      keys: keys.notifications,
      description: t('work.shortcuts.goInbox'),
      run: () => navigate({ to: '/inbox' }),
    },
  ])

  return (
    <>
      <SearchButton onClick={paletteActions.open} />
      <Suspense>
        {palette.wasOpen && (
          <Palette
            isOpen={palette.isOpen}
            typeAhead={typeAhead}
            onClose={paletteActions.close}
            boardId={boardId}
            onNewTask={openNewTask}
            {...actions}
          />
        )}
        {newTask.wasOpen && (
          <NewTaskDialog
            isOpen={newTask.isOpen}
            onClose={newTaskActions.close}
            boardId={boardId}
            draft={draft}
          />
        )}
      </Suspense>
    </>
  )
}

function useLazyDisclosure(typeAhead?: TypeAhead) {
  const [wasOpen, setWasOpen] = useState(false)
  const onOpen = () => {
    setWasOpen(true)
    typeAhead?.start()
  }
  const [isOpen, actions] = useDisclosure(false, { onOpen, onClose: () => typeAhead?.take() })
  return [{ isOpen, wasOpen }, actions] as const
}

/** Styled as a field if there is room for one. */
function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  const label = t('work.palette.open')
  return (
    <>
      <IconButton icon={IconSearch} iconSize={20} label={label} size={36} hiddenFrom="md" onClick={onClick} />
      <UnstyledButton visibleFrom="md" className={classes.field} onClick={onClick}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.label}>{t('navigation.search')}</span>
        <Kbd size="xs">{keyCaps(commandKeys.search)}</Kbd>
      </UnstyledButton>
    </>
  )
}
