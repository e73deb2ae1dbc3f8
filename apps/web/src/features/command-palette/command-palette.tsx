import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePersonalBoard } from '../../data/personal-board.ts'
import { useSingleKeys } from '../../data/single-keys.ts'
import { SearchButton } from './search-button.tsx'
import { useShortcuts } from './shortcuts.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const NewTaskDialog = lazy(async () => ({ default: (await import('./new-task-dialog.tsx')).NewTaskDialog }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** Search and commands by button or keyboard, from every page. Each part is loaded when it is first used. */
export function CommandPalette() {
  const navigate = useNavigate()
  const { boardId } = useParams({ strict: false })
  const { board: personalBoard } = usePersonalBoard()
  const [palette, paletteActions] = useLazyDisclosure()
  const [newTask, newTaskActions] = useLazyDisclosure()
  const [help, helpActions] = useLazyDisclosure()
  const [withSingleKeys, setWithSingleKeys] = useSingleKeys()

  useShortcuts(
    {
      'mod+k': paletteActions.toggle,
      '/': paletteActions.open,
      '?': helpActions.open,
      c: newTaskActions.open,
      'g w': () => void navigate({ to: '/' }),
      'g p': () => void navigate({ to: '/projects' }),
      'g t': () => void navigate({ to: '/time' }),
      'g n': () => void navigate({ to: '/notifications' }),
      'g b': () => {
        if (!personalBoard) return
        void navigate({ to: '/board/$boardId', params: { boardId: personalBoard.id } })
      },
    },
    { withSingleKeys },
  )

  return (
    <>
      <SearchButton onClick={paletteActions.open} />
      <Suspense>
        {palette.wasOpen && (
          <Palette
            isOpen={palette.isOpen}
            onClose={paletteActions.close}
            boardId={boardId}
            onNewTask={newTaskActions.open}
            onShowShortcuts={helpActions.open}
          />
        )}
        {newTask.wasOpen && (
          <NewTaskDialog isOpen={newTask.isOpen} onClose={newTaskActions.close} boardId={boardId} />
        )}
        {help.wasOpen && (
          <ShortcutsDialog
            isOpen={help.isOpen}
            onClose={helpActions.close}
            withSingleKeys={withSingleKeys}
            onChangeSingleKeys={setWithSingleKeys}
          />
        )}
      </Suspense>
    </>
  )
}

function useLazyDisclosure() {
  const [wasOpen, setWasOpen] = useState(false)
  const [isOpen, actions] = useDisclosure(false, { onOpen: () => setWasOpen(true) })
  return [{ isOpen, wasOpen }, actions] as const
}
