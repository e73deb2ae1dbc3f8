import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FieldChoices } from '../../../custom-fields/field-choices.tsx'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { stickersQuery } from '../../../data/tasks/stickers.ts'
import { type Choice, ChoiceList, matching } from '../../../task-text/choice-list.tsx'
import { CycleChoices } from '../../../task-text/cycle-choices.tsx'
import { AssigneeChoices, PriorityChoices } from '../../../task-text/record-choices.tsx'
import type { EditorProps } from './cell-context.ts'

export function PriorityEditor({ task, context, changeTask, onDone }: EditorProps) {
  const { t } = useTranslation()
  return (
    <PriorityChoices
      priorities={context.directory.priorities.values()}
      value={task.priorityId}
      onChoose={(id, name) => {
        onDone()
        if (id !== task.priorityId)
          changeTask.change(task, { priorityId: id }, t('boards.card.priority', { name }))
      }}
    />
  )
}

export function AssigneeEditor({ task, context, changeTask, onDone }: EditorProps) {
  const { t } = useTranslation()
  const { title, assigneeId, projectId } = task
  return (
    <AssigneeChoices
      members={context.directory.membersOf(projectId)}
      assigneeIds={assigneeIdsOf(task)}
      onAssign={(userId, name) => {
        onDone()
        if (userId === assigneeId) return
        const done = userId
          ? t('boards.card.assigned', { title, name })
          : t('boards.card.unassigned', { title })
        changeTask.change(task, { assigneeId: userId }, done)
      }}
      onChange={(assigneeIds, name) => {
        const done = name
          ? t('boards.card.assigned', { title, name })
          : t('boards.card.unassigned', { title })
        changeTask.change(task, { assigneeIds }, done)
      }}
    />
  )
}

export function CycleEditor({ task, changeTask, onDone }: EditorProps) {
  const { t } = useTranslation()
  const { title, projectId } = task
  return (
    <CycleChoices
      projectId={projectId}
      value={task.cycleId}
      onChoose={(cycleId, name) => {
        onDone()
        if (cycleId === task.cycleId) return
        const done =
          cycleId === null
            ? t('cycles.planning.left', { title })
            : t('cycles.planning.moved', { title, name })
        changeTask.change(task, { cycleId }, done)
      }}
    />
  )
}

export function ColumnEditor({ task, context, changeTask, onDone }: EditorProps) {
  const { t } = useTranslation()
  const choices = context.directory.columnsOf(task.boardId).map(
    ({ id, title }): Choice => ({
      key: String(id),
      label: title,
      isOn: id === task.columnId,
      choose: () => {
        onDone()
        if (id !== task.columnId) changeTask.move(task, id, t('boards.move.done', { column: title }))
      },
    }),
  )
  return (
    <ChoiceList
      label={t('boards.fields.move')}
      placeholder={t('views.table.columnPlaceholder')}
      choicesFor={text => matching(choices, text)}
      nothing={t('boards.fields.nothing')}
      withDigits
    />
  )
}

/** Stays open, because a task can have several. */
export function StickerEditor({ task, changeTask }: EditorProps) {
  const { t } = useTranslation()
  const { data: stickers = [] } = useQuery(stickersQuery(task.projectId))
  const choices = stickers.map((sticker): Choice => {
    const isOn = task.stickers.some(({ id }) => id === sticker.id)
    return {
      key: String(sticker.id),
      label: sticker.name,
      icon: sticker.icon ?? (
        <i style={{ width: 10, height: 10, borderRadius: '50%', background: sticker.color }} />
      ),
      isOn,
      choose: () => changeTask.toggleSticker(task, sticker),
    }
  })
  return (
    <ChoiceList
      label={t('boards.fields.stickers')}
      placeholder={t('boards.fields.findSticker')}
      choicesFor={text => matching(choices, text)}
      nothing={t('boards.fields.noSticker')}
      isMultiple
    />
  )
}

/** The value of a custom field. */
export function FieldEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { task, column, context, onDone } = props
  const { field } = column
  if (!field) return null
  return (
    <FieldChoices
      field={field}
      members={context.directory.membersOf(task.projectId)}
      value={task.fields[field.id] ?? null}
      today={context.today}
      dayText={context.day}
      onChange={value => changeField(props, field, value, t)}
      onDone={onDone}
    />
  )
}

/** Changes the value of a custom field. A required field can't become empty again. */
export function changeField(
  { task, context, changeTask }: Pick<EditorProps, 'task' | 'context' | 'changeTask'>,
  field: CustomField,
  value: FieldValue | null,
  t: TFunction,
) {
  const { id, isRequired } = field
  const before = task.fields[id] ?? null
  if (JSON.stringify(before) === JSON.stringify(value)) return
  const done =
    value === null
      ? t('views.table.cleared', { field: field.name })
      : `${field.name}: ${context.fieldText(field, value)}`
  const isUndoable = !isRequired || before !== null
  changeTask.change(task, { fields: { [id]: value } }, isUndoable ? done : undefined)
}
