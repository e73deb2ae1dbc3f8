import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useTranslation } from 'react-i18next'
import { useRestoreBoard } from './board.queries.ts'
import { TrashRow } from './trash-row.tsx'
import { TrashSection } from './trash-section.tsx'

interface DeletedBoardsProps {
  projectId: number
  boards: ListedBoard[]
  mayRestore: boolean
}

export function DeletedBoards({ projectId, boards, mayRestore }: DeletedBoardsProps) {
  const { t } = useTranslation()
  const restoration = useRestoreBoard(projectId)
  // Not as a callback of mutate, which is forgotten when the last board leaves the trash before.
  const restore = ({ id, name }: ListedBoard) =>
    restoration.mutateAsync(id).then(
      () => notifyOfSuccess(t('projects.trash.boardRestored', { name })),
      () => {},
    )
  return (
    <TrashSection title={t('projects.trash.boards')}>
      {boards.map(board => (
        <TrashRow
          key={board.id}
          title={board.name}
          facts={t('projects.boards.tasks', { count: board.taskCount ?? 0 })}
          deletedAt={board.deletedAt}
          isBusy={restoration.isPending && restoration.variables === board.id}
          onRestore={mayRestore ? () => restore(board) : undefined}
        />
      ))}
    </TrashSection>
  )
}
