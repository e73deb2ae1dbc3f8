import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconCheck, IconCircleCheck } from '@atrium/ui/icons'
import { Group, Pill, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyTemplatePicker, reportLeftOut } from '../../../templates/lazy-templates.tsx'
import type { ChosenTemplate } from '../../../templates/template.queries.ts'
import { useChangeBoard, useCreateBoard } from '../board.queries.ts'
import { choiceAt, type DoneChoice, doneColumnInput, doneIndex } from './done-choice.ts'

interface BoardFormProps {
  projectId: number
  /** The board to edit; without it a board is created. */
  board?: ListedBoard
  onClose: () => void
  onCreated?: (boardId: number) => void
}

export function BoardDialog({ isOpen, ...form }: BoardFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t(form.board ? 'projects.boards.change' : 'projects.boards.create')}
      isOpen={isOpen}
      isWide={!form.board}
      onClose={form.onClose}
    >
      {form.board ? <EditForm {...form} board={form.board} /> : <CreateForm {...form} />}
    </Dialog>
  )
}

function CreateForm({ projectId, onClose, onCreated }: BoardFormProps) {
  const { t } = useTranslation()
  const [template, setTemplate] = useState<ChosenTemplate>()
  const defaultColumns = t('projects.boards.columnsDefault').split(', ')
  const form = useMutationForm({
    mutation: useCreateBoard(projectId),
    initialValues: {
      name: '',
      description: '',
      columns: [] as string[],
      doneColumn: 'default' as DoneChoice,
    },
    toInput: ({ columns, doneColumn, ...board }) => ({
      ...trimmed(board),
      ...(!template && { columns: columns.length > 0 ? columns : defaultColumns }),
      ...doneColumnInput(columns, doneColumn),
      template,
    }),
    onSuccess: ({ item, leftOut }) => {
      onClose()
      if (leftOut) void reportLeftOut(leftOut)
      onCreated?.(item.id)
    },
  })
  const { columns, doneColumn } = form.values
  const titles = columns.length > 0 ? columns : defaultColumns
  const done = doneIndex(titles, doneColumn)
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} onCancel={onClose}>
      <BoardFields field={form.field} />
      <LazyTemplatePicker kind="board" projectId={projectId} value={template} onChange={setTemplate} />
      {!template && (
        <>
          <TagsInput
            {...form.field('columns')}
            label={t('projects.boards.columnTitles')}
            description={t('projects.boards.columnsHint')}
            placeholder={columns.length > 0 ? '' : t('projects.boards.columnsDefault')}
            maxTags={50}
            renderPill={({ option, onRemove }) => (
              <ColumnPill
                title={option.label}
                isDone={titles.indexOf(String(option.value)) === done}
                onRemove={onRemove}
              />
            )}
            acceptValueOnBlur
            clearable
          />
          <Select
            {...form.field('doneColumn')}
            label={t('projects.boards.doneColumn')}
            description={t('projects.boards.doneColumnHint')}
            leftSection={<IconCircleCheck size={16} stroke={1.75} />}
            data={[
              ...titles.map((label, index) => ({ value: String(index), label })),
              { value: '-1', label: t('projects.boards.noDoneColumn') },
            ]}
            value={String(done)}
            onChange={index => form.change({ doneColumn: choiceAt(titles, Number(index)) })}
            allowDeselect={false}
          />
        </>
      )}
    </DialogForm>
  )
}

interface ColumnPillProps {
  title: string
  isDone: boolean
  onRemove: (() => void) | undefined
}

function ColumnPill({ title, isDone, onRemove }: ColumnPillProps) {
  return (
    <Pill withRemoveButton onRemove={onRemove}>
      <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
        {isDone && (
          <IconCheck size={13} stroke={2.5} color="var(--mantine-color-teal-6)" aria-hidden="true" />
        )}
        {title}
      </Group>
    </Pill>
  )
}

function EditForm({ projectId, board, onClose }: BoardFormProps & { board: ListedBoard }) {
  const form = useMutationForm({
    mutation: useChangeBoard(projectId),
    initialValues: { name: board.name, description: board.description ?? '' },
    toInput: values => ({ id: board.id, ...trimmed(values) }),
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <BoardFields field={form.field} />
    </DialogForm>
  )
}

function BoardFields({ field }: { field: (name: 'name' | 'description') => object }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('projects.boards.name')}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
      <Textarea {...field('description')} label={t('projects.create.description')} maxRows={8} />
    </>
  )
}

function trimmed({ name, description }: { name: string; description: string }) {
  return { name: name.trim(), description: description.trim() || null }
}
