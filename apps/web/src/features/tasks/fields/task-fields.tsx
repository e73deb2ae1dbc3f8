import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { durationText, parseDuration } from '@atrium/ui/durations'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { prioritiesQuery, usePriorityName } from '../../../data/planning/priorities.ts'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { useSaveTask } from '../saving/save-task.tsx'
import { MomentText } from '../words/moment-text.tsx'
import { useTaskWords } from '../words/task-words.ts'
import { AssigneeField } from './assignee-field.tsx'
import { CustomFields } from './custom-fields.tsx'
import { CycleField } from './cycle-field.tsx'
import { useMoveToColumn } from './move-to-column.tsx'
import { PlainFields } from './plain-fields.tsx'
import { PropertyChips } from './property-chips.tsx'
import { StickerField } from './sticker-field.tsx'
import classes from './task-fields.module.css'
import { VotesField } from './votes.tsx'
import { WatchersField } from './watchers.tsx'

const DayField = lazy(() => import('./day-field.tsx').then(({ DayField }) => ({ default: DayField })))
const RepeatField = lazy(async () => ({
  default: (await import('./repeat-field.tsx')).RepeatField,
}))

interface TaskFieldsProps {
  task: Task
  board: FullBoard
  mayEdit: boolean
  mayManage: boolean
  /** Shown below the estimate. */
  children?: ReactNode
}

/** All fields of the task except title and description: rows, and on phones chips that open them. */
export function TaskFields({ task, board, mayEdit, mayManage, children }: TaskFieldsProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const rows = useRef<HTMLDivElement>(null)
  const rowsId = useId()
  const field = { task, mayEdit }
  const edit = (name: string) => {
    flushSync(() => setIsOpen(true))
    const editor = rows.current?.querySelector<HTMLElement>(`[data-field="${name}"] :is(input, button)`)
    editor?.focus()
    editor?.click()
  }
  return (
    <section aria-label={t('tasks.fields.label')}>
      <PropertyChips
        task={task}
        isOpen={isOpen}
        rowsId={rowsId}
        onToggle={() => setIsOpen(!isOpen)}
        onEdit={edit}
      />
      <div ref={rows} id={rowsId} className={classes.fields} data-open={isOpen || undefined}>
        {mayEdit ? <EditableFields task={task} board={board} /> : <PlainFields task={task} board={board} />}
        <StickerField {...field} stickers={board.stickers} mayManage={mayManage} />
        <VotesField task={task} mayVote={board.myRole !== null} />
        <WatchersField task={task} />
        {children && <div className={classes.timer}>{children}</div>}
        <TaskFacts task={task} />
      </div>
    </section>
  )
}

function EditableFields({ task, board }: { task: Task; board: FullBoard }) {
  return (
    <>
      <Row field="columnId">
        <ColumnField task={task} board={board} />
      </Row>
      <Row field="assigneeId">
        <AssigneeField task={task} />
      </Row>
      <Row field="priorityId">
        <PriorityField task={task} />
      </Row>
      <Row field="startDate">
        <DayField task={task} field="startDate" />
      </Row>
      <Row field="dueDate">
        <DayField task={task} field="dueDate" />
      </Row>
      <Row field="estimateSeconds">
        <EstimateField task={task} />
      </Row>
      <Row field="cycleId">
        <CycleField task={task} />
      </Row>
      <Row field="recurrence">
        <RepeatField task={task} />
      </Row>
      <CustomFields task={task} fields={board.customFields} />
    </>
  )
}

/** One line, found by the name of its field, and as high as the field before it has arrived: nothing moves under a pointer. */
function Row({ field, children }: { field: string; children: ReactNode }) {
  return (
    <div data-field={field}>
      <Suspense fallback={<LoadingSkeleton h={36} />}>{children}</Suspense>
    </div>
  )
}

function ColumnField({ task, board }: { task: Task; board: FullBoard }) {
  const { t } = useTranslation()
  const { move, confirmation } = useMoveToColumn(task, board)
  return (
    <>
      <Select
        label={t('tasks.fields.columnId')}
        data={board.columns.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(task.columnId)}
        onChange={id => id && void move(Number(id))}
        allowDeselect={false}
      />
      {confirmation}
    </>
  )
}

function PriorityField({ task }: { task: Task }) {
  const { t } = useTranslation()
  const save = useSaveTask()
  const nameOf = usePriorityName()
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const iconOf = (id: string) => {
    const priority = priorities.find(other => String(other.id) === id)
    return priority && <PriorityIcon priority={priority} />
  }
  return (
    <Select
      label={t('tasks.fields.priorityId')}
      data={priorities.map(priority => ({ value: String(priority.id), label: nameOf(priority) }))}
      value={String(task.priorityId)}
      onChange={id => id && void save({ priorityId: Number(id) })}
      renderOption={({ option }) => (
        <Group gap="xs">
          {iconOf(option.value)}
          {option.label}
        </Group>
      )}
      leftSection={iconOf(String(task.priorityId))}
      allowDeselect={false}
    />
  )
}

function EstimateField({ task }: { task: Task }) {
  const { t, i18n } = useTranslation()
  const save = useSaveTask()
  const [typed, setTyped] = useState<string>()
  const [isInvalid, setIsInvalid] = useState(false)
  const { estimateSeconds } = task
  const stored = estimateSeconds === null ? '' : durationText(estimateSeconds, i18n.language)

  const leave = async () => {
    const text = typed?.trim()
    if (text === undefined) return
    const seconds = text === '' ? null : parseDuration(text)
    setIsInvalid(seconds === undefined)
    if (seconds === undefined) return
    if (seconds === estimateSeconds || (await save({ estimateSeconds: seconds }))) setTyped(undefined)
  }
  // Before the field loses the focus, which would save it.
  const discard = () => {
    flushSync(() => setTyped(undefined))
    setIsInvalid(false)
  }
  return (
    <TextInput
      label={t('tasks.fields.estimateSeconds')}
      placeholder={t('tasks.fields.noEstimate')}
      value={typed ?? stored}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Enter') void leave()
        if (event.key === 'Escape') discard()
      }}
      error={isInvalid && t('tasks.fields.estimateUnclear')}
      autoComplete="off"
    />
  )
}

/** Who created the task and when it last changed. */
function TaskFacts({ task }: { task: Task }) {
  const { t } = useTranslation()
  const wordsFor = useTaskWords(task)
  return (
    <Stack gap={2} mt="sm">
      <Text size="xs" c="dimmed">
        {t('tasks.facts.created', { name: wordsFor('assigneeId', task.creatorId) })},{' '}
        <MomentText value={task.createdAt} />
      </Text>
      <Text size="xs" c="dimmed">
        {t('tasks.facts.updated')} <MomentText value={task.updatedAt} />
      </Text>
      {task.completedAt && (
        <Text size="xs" c="dimmed">
          {t('tasks.facts.completed')} <MomentText value={task.completedAt} />
        </Text>
      )}
    </Stack>
  )
}
