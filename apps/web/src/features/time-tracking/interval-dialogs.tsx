import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog, RecordDialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { durationText } from '@atrium/ui/durations'
import { DialogForm, type Mutation, useMutationForm } from '@atrium/ui/forms/form'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { type SelectProps, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTaskOptions } from '../../data/tasks/task-options.ts'
import {
  changedInstants,
  type IntervalTimes,
  instantsOf,
  suggestedTimes,
  timesOfInterval,
} from './interval-times.ts'
import { useCreateInterval, useDeleteInterval, useUpdateInterval } from './time.queries.ts'

interface AddIntervalDialogProps {
  isOpen: boolean
  onClose: () => void
  date: string
  timeZone: string
}

export function AddIntervalDialog({ isOpen, onClose, date, timeZone }: AddIntervalDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('time.interval.addTitle')} isOpen={isOpen} onClose={onClose}>
      <IntervalForm
        times={suggestedTimes(date, timeZone)}
        mutation={useCreateInterval()}
        toInput={({ taskId, note, ...times }) => ({
          taskId: Number(taskId),
          ...instantsOf(times, timeZone),
          ...(note.trim() && { note: note.trim() }),
        })}
        onClose={onClose}
      />
    </Dialog>
  )
}

interface EditIntervalDialogProps {
  interval: TimeInterval | undefined
  onClose: () => void
  timeZone: string
}

export function EditIntervalDialog({ interval, onClose, timeZone }: EditIntervalDialogProps) {
  const { t } = useTranslation()
  return (
    <RecordDialog record={interval} title={() => t('time.interval.editTitle')} onClose={onClose}>
      {shown => shown && <EditForm interval={shown} timeZone={timeZone} onClose={onClose} />}
    </RecordDialog>
  )
}

function EditForm({ interval, timeZone, onClose }: EditIntervalDialogProps & { interval: TimeInterval }) {
  const before = timesOfInterval(interval, timeZone)
  return (
    <IntervalForm
      interval={interval}
      times={before}
      mutation={useUpdateInterval()}
      toInput={({ taskId: _, note, ...times }) => ({
        id: interval.id,
        ...changedInstants(before, times, timeZone),
        note: note.trim() || null,
      })}
      onClose={onClose}
    />
  )
}

interface IntervalValues extends IntervalTimes {
  taskId: number | null
  note: string
}

interface IntervalFormProps<Input> {
  /** Without it, an interval is created and the task can be chosen. */
  interval?: TimeInterval
  times: IntervalTimes
  mutation: Mutation<Input, unknown>
  toInput: (values: IntervalValues) => Input
  onClose: () => void
}

function IntervalForm<Input>({ interval, times, mutation, toInput, onClose }: IntervalFormProps<Input>) {
  const { t } = useTranslation()
  const form = useMutationForm<IntervalValues, Input, unknown>({
    mutation,
    initialValues: { taskId: interval?.taskId ?? null, ...times, note: interval?.note ?? '' },
    toInput,
    onSuccess: onClose,
    validate: {
      taskId: taskId => taskId === null,
      // Unless it was so before: a timer may have run for a few seconds.
      to: (to, { from }) => (to === from && times.from !== times.to ? t('time.interval.sameTime') : null),
    },
    aliases: { startedAt: 'from', endedAt: 'to', duration: 'to' },
  })
  const hasEnd = times.to !== ''
  return (
    <DialogForm form={form} onCancel={onClose}>
      {interval ? (
        <Text fw={600}>{interval.task.title}</Text>
      ) : (
        <TaskSelect {...form.field('taskId')} value={form.values.taskId} />
      )}
      <TextInput {...form.field('day')} type="date" label={t('time.interval.day')} required />
      <SimpleGrid cols={2}>
        <TextInput
          {...form.field('from')}
          type="time"
          label={t('time.interval.from')}
          required
          data-autofocus
        />
        {hasEnd && (
          <TextInput
            {...form.field('to')}
            type="time"
            label={t('time.interval.to')}
            description={t('time.interval.toNextDay')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
          />
        )}
      </SimpleGrid>
      <Textarea {...form.field('note')} label={t('time.interval.note')} maxLength={2000} />
    </DialogForm>
  )
}

interface DeleteIntervalDialogProps {
  interval: TimeInterval | undefined
  onClose: () => void
}

export function DeleteIntervalDialog({ interval, onClose }: DeleteIntervalDialogProps) {
  const { t, i18n } = useTranslation()
  const deletion = useDeleteInterval()
  const shown = useLastShown(interval)
  if (!shown) return null
  const { startedAt, duration, task } = shown
  const seconds = duration ?? (Date.now() - Date.parse(startedAt)) / 1000
  return (
    <ConfirmMutation
      mutation={deletion}
      input={shown}
      title={t('time.interval.deleteTitle')}
      text={t('time.interval.deleteText', {
        duration: durationText(seconds, i18n.language),
        title: task.title,
      })}
      action={t('actions.delete')}
      doneMessage={t('time.interval.deleted')}
      isOpen={interval !== undefined}
      onClose={onClose}
    />
  )
}

interface TaskSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  value: number | null
  onChange: (taskId: number | null) => void
}

/** Finds a task by title or number; before anything is typed, it offers the user's own. */
function TaskSelect({ value, onChange, ...props }: TaskSelectProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const text = search === chosen?.label ? '' : search.trim()
  const { options, isSearching } = useTaskOptions(text, { suggested: { assigneeId: 'me', completed: false } })
  const isMissing = chosen && !options.some(option => option.value === chosen.value)
  return (
    <SearchedSelect
      {...props}
      label={t('time.interval.task')}
      placeholder={t('time.interval.taskPlaceholder')}
      nothingFoundMessage={t('time.interval.taskNothing')}
      data={isMissing ? [chosen, ...options] : options}
      isSearching={isSearching}
      searchValue={search}
      onSearchChange={setSearch}
      value={value === null ? null : String(value)}
      onChange={(next, option) => {
        setChosen(next ? option : null)
        onChange(next ? Number(next) : null)
      }}
      required
      data-autofocus
    />
  )
}
