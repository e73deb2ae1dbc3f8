import type { Column } from '@atrium/tasks/boards/column.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { fullName } from '@atrium/ui/format'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBoardRights } from '../../../data/boards/boards.ts'
import { mayAs, membersQuery, projectQuery } from '../../../data/projects/projects.ts'
import { useSetDoneColumn } from '../board/board.queries.ts'

interface ChooseDoneColumnProps {
  board: { id: number; projectId: number; name: string; columns: Column[] }
  /** The task that is being completed. */
  task: { title: string; columnId: number }
  onChosen: (columnId: number) => void
  onClose: () => void
}

/** Asked when a task is completed on a board where no column completes tasks. */
export function ChooseDoneColumn(props: ChooseDoneColumnProps) {
  const { t } = useTranslation()
  const { board, onClose } = props
  const { data: project } = useQuery(projectQuery(board.projectId))
  const { mayManage } = useBoardRights({ projectId: board.projectId, myRole: project?.myRole ?? null })
  if (!project) return null
  return (
    <Dialog title={t('boards.done.chooseTitle')} isOpen onClose={onClose}>
      {mayManage ? <ChoiceForm {...props} /> : <AskManager board={board} onClose={onClose} />}
    </Dialog>
  )
}

const NEW_COLUMN = 'new'

function ChoiceForm({ board, task, onChosen, onClose }: ChooseDoneColumnProps) {
  const { t } = useTranslation()
  const last = board.columns.at(-1)
  const form = useMutationForm({
    mutation: useSetDoneColumn(board),
    // In a single column, every task would be done.
    initialValues: { column: last && board.columns.length > 1 ? String(last.id) : NEW_COLUMN },
    toInput: ({ column }) =>
      column === NEW_COLUMN ? { title: t('boards.done.newColumn') } : { id: Number(column) },
    onSuccess: columnId => {
      onClose()
      onChosen(columnId)
    },
  })
  const chosen = board.columns.find(({ id }) => String(id) === form.values.column)
  const others = chosen ? chosen.taskCount - (chosen.id === task.columnId ? 1 : 0) : 0
  return (
    <DialogForm form={form} submitLabel={t('boards.done.submit')} onCancel={onClose}>
      <Text size="sm">{t('boards.done.chooseText', { board: board.name })}</Text>
      <Radio.Group
        {...form.field('column')}
        label={t('boards.done.label')}
        mah="40dvh"
        style={{ overflow: 'auto' }}
      >
        <Stack gap="xs" py="xs">
          {board.columns.map(({ id, title }) => (
            <Radio key={id} value={String(id)} label={title} />
          ))}
          <Radio
            value={NEW_COLUMN}
            label={t('boards.done.addColumn', { title: t('boards.done.newColumn') })}
          />
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed" mih="1.5em" aria-live="polite">
        {others > 0 && t('boards.done.othersCompleted', { count: others })}
      </Text>
    </DialogForm>
  )
}

/** Members cannot change the columns of a board. */
function AskManager({ board, onClose }: Pick<ChooseDoneColumnProps, 'board' | 'onClose'>) {
  const { t, i18n } = useTranslation()
  const { data: members = [] } = useQuery(membersQuery(board.projectId))
  const managers = members.filter(({ role }) => mayAs(role, 'manager')).map(({ user }) => fullName(user))
  const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(managers.slice(0, 5))
  return (
    <>
      <Text>{t('boards.done.chooseText', { board: board.name })}</Text>
      {names && <Text mt="sm">{t('boards.done.askManager', { names })}</Text>}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </>
  )
}
