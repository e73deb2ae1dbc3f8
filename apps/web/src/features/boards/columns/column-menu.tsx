import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import {
  IconArrowLeft,
  IconArrowRight,
  IconCheck,
  IconDots,
  IconEdit,
  IconGauge,
  IconPlus,
  IconTrash,
} from '@atrium/ui/icons'
import { ActionIcon, Menu, NumberInput, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../../data/board-cache.ts'
import { useChangeColumn, useDeleteColumn, useOrderColumns } from '../board.queries.ts'
import { useDoneToggle } from './done-column-dialog.tsx'

interface ColumnMenuProps {
  column: BoardColumn
  columns: FullBoard['columns']
  onRename: () => void
  onAdd: () => void
}

const icon = { size: 16, stroke: 1.75 }
/** So that its label is aligned with those of the other items. */
const likeIcons = { width: 16, height: 16, marginInlineEnd: 'var(--mantine-spacing-xs)' }

export function ColumnMenu({ column, columns, onRename, onAdd }: ColumnMenuProps) {
  const { t } = useTranslation()
  const order = useOrderColumns(column.boardId)
  const done = useDoneToggle(column, columns)
  const [asking, setAsking] = useState<'limit' | 'delete' | null>(null)
  const at = columns.findIndex(({ id }) => id === column.id)
  const moveBy = (step: number) => {
    const others = columns.flatMap(({ id }) => (id === column.id ? [] : [id]))
    order.mutate(others.toSpliced(at + step, 0, column.id))
  }
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={230}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            size="sm"
            aria-label={t('boards.column.menu', { title: column.title })}
          >
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={onAdd}>
            {t('boards.column.addAtTop')}
          </Menu.Item>
          <Menu.Item leftSection={<IconEdit {...icon} />} onClick={onRename}>
            {t('boards.column.rename')}
          </Menu.Item>
          <Menu.Item leftSection={<IconGauge {...icon} />} onClick={() => setAsking('limit')}>
            {t('boards.column.setLimit')}
          </Menu.Item>
          <Menu.CheckboxItem
            checked={column.isDone}
            checkIcon={<IconCheck {...icon} />}
            closeMenuOnClick
            styles={{ itemIndicator: likeIcons }}
            onChange={done.toggle}
          >
            {t('boards.column.isDone')}
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Item leftSection={<IconArrowLeft {...icon} />} disabled={at === 0} onClick={() => moveBy(-1)}>
            {t('boards.column.moveLeft')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowRight {...icon} />}
            disabled={at === columns.length - 1}
            onClick={() => moveBy(1)}
          >
            {t('boards.column.moveRight')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...icon} />}
            disabled={columns.length === 1}
            onClick={() => setAsking('delete')}
          >
            {t('actions.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <WipLimitDialog column={column} isOpen={asking === 'limit'} onClose={() => setAsking(null)} />
      {done.question}
      <DeleteColumnDialog
        column={column}
        columns={columns}
        isOpen={asking === 'delete'}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

interface WipLimitFormProps {
  column: BoardColumn
  onClose: () => void
}

export const HIGHEST_LIMIT = 1000

function WipLimitDialog({ isOpen, ...form }: WipLimitFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('boards.column.setLimit')} isOpen={isOpen} onClose={form.onClose}>
      <WipLimitForm {...form} />
    </Dialog>
  )
}

function WipLimitForm({ column, onClose }: WipLimitFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useChangeColumn(column.boardId),
    initialValues: { wipLimit: column.wipLimit ?? ('' as number | '') },
    toInput: ({ wipLimit }) => ({ id: column.id, wipLimit: wipLimit === '' ? null : Number(wipLimit) }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <NumberInput
        {...form.field('wipLimit')}
        label={t('boards.column.limitLabel', { title: column.title })}
        description={t('boards.column.limitHint')}
        min={1}
        max={HIGHEST_LIMIT}
        allowDecimal={false}
        clampBehavior="strict"
        data-autofocus
      />
    </DialogForm>
  )
}

interface DeleteColumnFormProps {
  column: BoardColumn
  columns: FullBoard['columns']
  onClose: () => void
}

export function DeleteColumnDialog({ isOpen, ...form }: DeleteColumnFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('boards.column.deleteTitle', { title: form.column.title })}
      isOpen={isOpen}
      onClose={form.onClose}
    >
      <DeleteColumnForm {...form} />
    </Dialog>
  )
}

/** The tasks of the column are never deleted with it: the user chooses where they go. */
function DeleteColumnForm({ column, columns, onClose }: DeleteColumnFormProps) {
  const { t } = useTranslation()
  const others = columns.filter(({ id }) => id !== column.id)
  const hasTasks = column.taskCount > 0
  const form = useMutationForm({
    mutation: useDeleteColumn(column.boardId),
    initialValues: { moveTo: null as string | null },
    toInput: ({ moveTo }) => ({ id: column.id, ...(hasTasks && { moveTo: targetOf(moveTo) }) }),
    onSuccess: onClose,
  })
  // Another user can delete the chosen column in the meantime.
  const targetOf = (chosen: string | null) =>
    (others.find(({ id }) => String(id) === chosen) ?? others[0])?.id
  return (
    <DialogForm form={form} submitLabel={t('boards.column.delete')} isDangerous onCancel={onClose}>
      {hasTasks ? (
        <Select
          {...form.field('moveTo')}
          label={t('boards.column.moveTasksTo', { count: column.taskCount })}
          data={others.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={String(targetOf(form.values.moveTo))}
          allowDeselect={false}
          data-autofocus
        />
      ) : (
        <Text size="sm">{t('boards.column.deleteEmpty')}</Text>
      )}
    </DialogForm>
  )
}
