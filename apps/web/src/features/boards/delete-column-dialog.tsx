import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialog'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../data/board-cache.ts'
import { useDeleteColumn } from './board.queries.ts'
import { useBoard } from './board-context.ts'

interface DeleteColumnDialogProps {
  column: BoardColumn
  columns: FullBoard['columns']
  isOpen: boolean
  onClose: () => void
}

/** Its tasks are never deleted with it: they go where the user says. */
export function DeleteColumnDialog({ column, columns, isOpen, onClose }: DeleteColumnDialogProps) {
  const { t } = useTranslation()
  const { boardId } = useBoard()
  const { mutate, isPending } = useDeleteColumn(boardId)
  const others = columns.filter(({ id }) => id !== column.id)
  const [chosen, setChosen] = useState<string | null>(null)
  // The chosen one may be deleted by somebody else meanwhile.
  const target = others.find(({ id }) => String(id) === chosen) ?? others[0]
  const moveTo = String(target?.id)
  const hasTasks = column.taskCount > 0
  const confirm = () =>
    mutate({ id: column.id, ...(hasTasks && { moveTo: Number(moveTo) }) }, { onSuccess: onClose })
  return (
    <Dialog title={t('boards.column.deleteTitle', { title: column.title })} isOpen={isOpen} onClose={onClose}>
      <Stack>
        {hasTasks ? (
          <Select
            label={t('boards.column.moveTasksTo', { count: column.taskCount })}
            data={others.map(({ id, title }) => ({ value: String(id), label: title }))}
            value={moveTo}
            onChange={setChosen}
            allowDeselect={false}
            data-autofocus
          />
        ) : (
          <Text size="sm">{t('boards.column.deleteEmpty')}</Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button color="red" loading={isPending} onClick={confirm}>
            {t('boards.column.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
