import type { Task } from '@atrium/tasks/tasks/task.schema'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Card, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRemoveTask, useRestoreTask } from './trash.queries.ts'
import { TrashRow } from './trash-row.tsx'

interface TrashListProps {
  tasks: Task[]
  mayRestore: boolean
  mayRemove: boolean
}

export function TrashList({ tasks, mayRestore, mayRemove }: TrashListProps) {
  const { t } = useTranslation()
  const restoration = useRestoreTask()
  const removal = useRemoveTask()
  const [doomed, setDoomed] = useState<Task>()
  const close = () => setDoomed(undefined)
  const restore = ({ id, title }: Task) =>
    restoration.mutate(id, { onSuccess: () => notifyOfSuccess(t('projects.trash.restored', { title })) })
  return (
    <>
      <Card padding={0}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {tasks.map(task => (
            <TrashRow
              key={task.id}
              task={task}
              isBusy={restoration.isPending && restoration.variables === task.id}
              onRestore={mayRestore ? () => restore(task) : undefined}
              onRemove={mayRemove ? () => setDoomed(task) : undefined}
            />
          ))}
        </Stack>
      </Card>
      <ConfirmDialog
        title={t('projects.trash.remove.title')}
        text={t('projects.trash.remove.text', { title: doomed?.title ?? '' })}
        consequences={[t('projects.trash.remove.all'), t('projects.trash.remove.forGood')]}
        action={t('projects.trash.remove.action')}
        isOpen={doomed !== undefined}
        isPending={removal.isPending}
        onConfirm={() => doomed && removal.mutate(doomed.id, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}
