import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../../data/boards/board-cache.ts'
import { useChangeDoneColumns } from '../board/board.queries.ts'

interface DoneColumnFormProps {
  column: BoardColumn
  columns: FullBoard['columns']
  onClose: () => void
}

/** Explains what follows when a column starts or stops completing tasks. */
export function DoneColumnDialog({ isOpen, ...form }: DoneColumnFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  const { title, isDone } = form.column
  return (
    <Dialog
      title={t(isDone ? 'boards.done.stopTitle' : 'boards.done.startTitle', { title })}
      isOpen={isOpen}
      onClose={form.onClose}
    >
      {isDone ? <StopForm {...form} /> : <StartForm {...form} />}
    </Dialog>
  )
}

function StartForm({ column, columns, onClose }: DoneColumnFormProps) {
  const { t, i18n } = useTranslation()
  const others = columns.filter(({ id, isDone }) => isDone && id !== column.id)
  const names = new Intl.ListFormat(i18n.language).format(others.map(({ title }) => title))
  const reopened = others.reduce((sum, { taskCount }) => sum + taskCount, 0)
  const form = useMutationForm({
    mutation: useChangeDoneColumns(column.boardId),
    initialValues: { others: 'stop' as 'stop' | 'keep' },
    toInput: values => [
      { id: column.id, isDone: true },
      ...(values.others === 'stop' ? others.map(({ id }) => ({ id, isDone: false })) : []),
    ],
    onSuccess: onClose,
  })
  const first = columns.find(({ id, isDone }) => isDone || id === column.id) ?? column
  return (
    <DialogForm form={form} submitLabel={t('boards.done.start')} onCancel={onClose}>
      <Text size="sm">
        {column.taskCount > 0
          ? t('boards.done.willComplete', { count: column.taskCount, title: column.title })
          : t('boards.done.means')}
      </Text>
      {others.length > 0 && (
        <Radio.Group {...form.field('others')} label={t('boards.done.others', { names })}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="stop"
              label={t('boards.done.replace', { title: column.title })}
              description={reopened > 0 && t('boards.done.willReopen', { count: reopened })}
            />
            <Radio
              value="keep"
              label={t('boards.done.keep')}
              description={t('boards.done.firstWins', { title: first.title })}
            />
          </Stack>
        </Radio.Group>
      )}
    </DialogForm>
  )
}

function StopForm({ column, columns, onClose }: DoneColumnFormProps) {
  const { t } = useTranslation()
  const isLast = columns.every(({ id, isDone }) => !isDone || id === column.id)
  const form = useMutationForm({
    mutation: useChangeDoneColumns(column.boardId),
    initialValues: {},
    toInput: () => [{ id: column.id, isDone: false }],
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} submitLabel={t('boards.done.stop')} onCancel={onClose}>
      {column.taskCount > 0 && (
        <Text size="sm">{t('boards.done.willReopen', { count: column.taskCount })}</Text>
      )}
      {isLast && <Text size="sm">{t('boards.done.noneLeft')}</Text>}
    </DialogForm>
  )
}
