import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusAtOnce } from '../../../task-text/choice-list.tsx'
import { DayChoices, EstimateChoices } from '../../../task-text/value-choices.tsx'
import type { EditorProps } from './cell-context.ts'

export function DayEditor({
  field,
  task,
  context,
  changeTask,
  onDone,
}: EditorProps & { field: 'startDate' | 'dueDate' }) {
  const { t } = useTranslation()
  const { today, day: dayText } = context
  const name = t(field === 'dueDate' ? 'views.columns.due' : 'views.columns.start')
  const save = (day: string | null) => {
    onDone()
    if (day === task[field]) return
    const done = day ? `${name}: ${dayText(day)}` : t('views.table.cleared', { field: name })
    changeTask.change(task, { [field]: day }, done)
  }
  return (
    <DayChoices
      label={name}
      noneLabel={t('views.table.noDate')}
      value={task[field]}
      minDate={field === 'dueDate' ? task.startDate : null}
      today={today}
      dayText={dayText}
      onChoose={save}
    />
  )
}

export function EstimateEditor({ task, context, changeTask, onDone }: EditorProps) {
  const { t } = useTranslation()
  const save = (estimateSeconds: number | null) => {
    onDone()
    if (estimateSeconds === task.estimateSeconds) return
    const done = estimateSeconds
      ? t('boards.fields.estimated', { estimate: context.duration(estimateSeconds) })
      : t('boards.fields.estimateRemoved')
    changeTask.change(task, { estimateSeconds }, done)
  }
  return <EstimateChoices value={task.estimateSeconds} onChoose={save} />
}

const MAX_TITLE_LENGTH = 500

/** Saved with Enter; Escape discards it. */
export function TitleEditor({ task, changeTask, onDone }: EditorProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(task.title)
  const field = useFocusAtOnce<HTMLInputElement>()
  const save = () => {
    const trimmed = title.trim()
    onDone()
    if (trimmed && trimmed !== task.title)
      changeTask.change(task, { title: trimmed }, t('boards.fields.renamed', { title: trimmed }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <TextInput
      ref={field}
      p={6}
      aria-label={t('boards.fields.title')}
      value={title}
      maxLength={MAX_TITLE_LENGTH}
      onChange={event => setTitle(event.currentTarget.value)}
      onFocus={event => event.currentTarget.select()}
      onKeyDown={press}
      data-autofocus
    />
  )
}
