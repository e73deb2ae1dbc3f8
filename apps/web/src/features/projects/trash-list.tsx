import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRemoveTask, useRestoreTask } from './trash.queries.ts'
import { TrashRow } from './trash-row.tsx'
import { TrashSection } from './trash-section.tsx'

interface TrashListProps {
  tasks: Task[]
  deletedBoards: ListedBoard[]
  mayRestore: boolean
  mayRemove: boolean
}

export function TrashList({ tasks, deletedBoards, mayRestore, mayRemove }: TrashListProps) {
  const { t } = useTranslation()
  const restoration = useRestoreTask()
  const removal = useRemoveTask()
  const [doomed, setDoomed] = useState<Task>()
  const close = () => setDoomed(undefined)
  // Not as a callback of mutate, which is forgotten when the last task leaves the trash before.
  const restore = ({ id, title }: Task) =>
    restoration.mutateAsync(id).then(
      () => notifyOfSuccess(t('projects.trash.restored', { title })),
      () => {},
    )
  return (
    <>
      <TrashSection title={deletedBoards.length > 0 ? t('projects.trash.tasks') : undefined}>
        {tasks.map(task => {
          const board = deletedBoards.find(({ id }) => id === task.boardId)
          return (
            <TrashRow
              key={task.id}
              title={task.title}
              facts={`#${task.number}`}
              deletedAt={task.deletedAt}
              note={board && t('projects.trash.boardFirst', { name: board.name })}
              isBusy={restoration.isPending && restoration.variables === task.id}
              onRestore={mayRestore && !board ? () => restore(task) : undefined}
              onRemove={mayRemove ? () => setDoomed(task) : undefined}
            />
          )
        })}
      </TrashSection>
      <ConfirmDialog
        title={t('projects.trash.remove.title')}
        text={t('projects.trash.remove.text', { title: doomed?.title ?? '' })}
        consequences={[t('projects.trash.remove.all'), t('projects.trash.remove.irreversible')]}
        action={t('projects.trash.remove.action')}
        isOpen={doomed !== undefined}
        isPending={removal.isPending}
        onConfirm={() => doomed && removal.mutate(doomed.id, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}
