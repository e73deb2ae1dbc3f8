import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { useUndo } from '@atrium/ui/undo'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeBoard, useDeleteBoard, useRestoreBoard } from './board.queries.ts'
import { BoardCard } from './board-card.tsx'
import { BoardDialog } from './board-dialog.tsx'
import { BoardMenu } from './board-menu.tsx'
import classes from './project-list.module.css'

interface BoardListProps {
  projectId: number
  boards: ListedBoard[]
  mayManage: boolean
}

export function BoardList({ projectId, boards, mayManage }: BoardListProps) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const change = useChangeBoard(projectId)
  const deletion = useDeleteBoard(projectId)
  const restoration = useRestoreBoard(projectId)
  const [edited, setEdited] = useState<ListedBoard>()

  const move = (index: number, by: -1 | 1) => {
    const [board, neighbour] = [boards[index], boards[index + by]]
    if (!board || !neighbour) return
    change.mutate({ id: board.id, [by < 0 ? 'beforeBoardId' : 'afterBoardId']: neighbour.id })
  }
  const remove = ({ id, name }: ListedBoard) =>
    deletion.mutate(id, {
      onSuccess: () => offerUndo(t('projects.boards.deleted', { name }), () => restoration.mutate(id)),
    })
  return (
    <>
      <ul className={classes.list}>
        {boards.map((board, index) => (
          <li key={board.id}>
            <BoardCard
              board={board}
              menu={
                mayManage && (
                  <BoardMenu
                    board={board}
                    isFirst={index === 0}
                    isLast={index === boards.length - 1}
                    onRename={() => setEdited(board)}
                    onMove={by => move(index, by)}
                    onDelete={() => remove(board)}
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
      <BoardDialog
        projectId={projectId}
        board={edited}
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}
