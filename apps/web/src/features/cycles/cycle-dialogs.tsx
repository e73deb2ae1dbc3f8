import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { addDays, daysUntil } from '../../data/days.ts'
import { useCycleHint } from '../../data/planning/cycles.ts'
import { useChangeCycle, useCreateCycle, useDeleteCycle, useFinishCycle } from './cycle.queries.ts'

/** What the user is about to do with a cycle. */
export type CycleAction = { kind: 'create' } | { kind: 'edit' | 'start' | 'finish' | 'delete'; cycle: Cycle }

interface CycleDialogsProps {
  projectId: number
  cycles: Cycle[]
  today: string
  action: CycleAction
  onClose: () => void
}

export function CycleDialogs({ action, ...props }: CycleDialogsProps) {
  const { t } = useTranslation()
  if (action.kind === 'delete') return <DeleteDialog {...props} cycle={action.cycle} />
  if (action.kind === 'create') {
    return (
      <Dialog title={t('cycles.create')} isOpen onClose={props.onClose}>
        <CreateForm {...props} />
      </Dialog>
    )
  }
  const { kind, cycle } = action
  return (
    <Dialog title={t(`cycles.${kind}.title`, { name: cycle.name })} isOpen onClose={props.onClose}>
      {kind === 'finish' ? <FinishForm {...props} cycle={cycle} /> : null}
      {kind === 'edit' && <EditForm {...props} cycle={cycle} values={valuesOf(cycle)} />}
      {kind === 'start' && (
        <EditForm {...props} cycle={cycle} values={startedOn(props.today, cycle)} isStart />
      )}
    </Dialog>
  )
}

type FormProps = Omit<CycleDialogsProps, 'action'>

interface Values {
  name: string
  goal: string
  startDate: string | null
  endDate: string | null
}

const USUAL_DAYS = 14

/** The next cycle begins when the one before it ends, and is as long. */
function usualValues(cycles: Cycle[], today: string): Pick<Values, 'startDate' | 'endDate'> {
  const last = cycles
    .filter(({ endDate, finishedAt }) => endDate !== null && !finishedAt)
    .toSorted((one, other) => String(other.endDate).localeCompare(String(one.endDate)))[0]
  const after = last?.endDate ? addDays(last.endDate, 1) : today
  const startDate = after < today ? today : after
  const length = last?.startDate && last.endDate ? daysUntil(last.endDate, last.startDate) : USUAL_DAYS - 1
  return { startDate, endDate: addDays(startDate, length) }
}

function valuesOf({ name, goal, startDate, endDate }: Cycle): Values {
  return { name, goal: goal ?? '', startDate, endDate }
}

/** Starts a cycle today and keeps its length. */
function startedOn(today: string, cycle: Cycle): Values {
  const { startDate, endDate } = cycle
  const length = startDate && endDate ? daysUntil(endDate, startDate) : USUAL_DAYS - 1
  const isOpenEnded = startDate !== null && endDate === null
  return { ...valuesOf(cycle), startDate: today, endDate: isOpenEnded ? null : addDays(today, length) }
}

function inputOf({ name, goal, ...days }: Values) {
  return { name: name.trim(), goal: goal.trim() || null, ...days }
}

function CreateForm({ projectId, cycles, today, onClose }: FormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateCycle(projectId),
    initialValues: { name: '', goal: '', ...usualValues(cycles, today) } as Values,
    toInput: inputOf,
    onSuccess: onClose,
  })
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} onCancel={onClose}>
      <CycleFields form={form} />
    </DialogForm>
  )
}

interface EditFormProps extends FormProps {
  cycle: Cycle
  values: Values
  isStart?: boolean
}

function EditForm({ projectId, cycle, values, isStart = false, onClose }: EditFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useChangeCycle(projectId),
    initialValues: values,
    toInput: given => ({ id: cycle.id, ...inputOf(given) }),
    onSuccess: ({ item }) => {
      onClose()
      if (isStart) notifyOfSuccess(t('cycles.start.done', { name: item.name }))
    },
  })
  return (
    <DialogForm form={form} onCancel={onClose} {...(isStart && { submitLabel: t('cycles.start.submit') })}>
      <CycleFields form={form} />
    </DialogForm>
  )
}

interface FieldsOf {
  values: Values
  field: (name: keyof Values) => object
}

function CycleFields({ form }: { form: FieldsOf }) {
  const { t } = useTranslation()
  const calendar = useCalendarProps()
  const day = {
    ...calendar,
    valueFormat: 'D MMM YYYY',
    placeholder: t('cycles.noDate'),
    leftSection: <IconCalendarEvent size={16} stroke={1.75} />,
    clearable: true,
    clearButtonProps: { 'aria-label': t('cycles.clearDate') },
    popoverProps: { withinPortal: true },
  }
  return (
    <>
      <TextInput
        {...form.field('name')}
        label={t('cycles.name')}
        placeholder={t('cycles.namePlaceholder')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DatePickerInput
          {...day}
          {...form.field('startDate')}
          label={t('cycles.startDate')}
          maxDate={form.values.endDate ?? undefined}
        />
        <DatePickerInput
          {...day}
          {...form.field('endDate')}
          label={t('cycles.endDate')}
          minDate={form.values.startDate ?? undefined}
        />
      </SimpleGrid>
      <Textarea
        {...form.field('goal')}
        label={t('cycles.goal')}
        placeholder={t('cycles.goalPlaceholder')}
        maxLength={2000}
        autosize
        maxRows={6}
      />
    </>
  )
}

const BACKLOG = 'none'

/** What is not done moves on, or back to the backlog. */
function FinishForm({ projectId, cycles, cycle, onClose }: FormProps & { cycle: Cycle }) {
  const { t } = useTranslation()
  const hintOf = useCycleHint()
  const others = cycles.filter(({ id, finishedAt }) => id !== cycle.id && !finishedAt)
  const next = others.find(({ startDate }) => (startDate ?? '') >= (cycle.startDate ?? '')) ?? others[0]
  const openCount = cycle.taskTotal - cycle.taskDone
  const form = useMutationForm({
    mutation: useFinishCycle(projectId),
    initialValues: { carryOverTo: next ? String(next.id) : BACKLOG },
    toInput: ({ carryOverTo }) => ({
      id: cycle.id,
      carryOverTo: carryOverTo === BACKLOG ? null : Number(carryOverTo),
    }),
    onSuccess: ({ item }) => {
      onClose()
      notifyOfSuccess(t('cycles.finish.done', { name: item.name }))
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('cycles.finish.submit')} onCancel={onClose}>
      <Text>{t('cycles.finish.completed', { done: cycle.taskDone, count: cycle.taskTotal })}</Text>
      {openCount > 0 && (
        <Select
          {...form.field('carryOverTo')}
          label={t('cycles.finish.carryOverTo', { count: openCount })}
          data={[
            ...others.map(one => ({ value: String(one.id), label: `${one.name} · ${hintOf(one)}` })),
            { value: BACKLOG, label: t('cycles.finish.toBacklog') },
          ]}
          allowDeselect={false}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('cycles.finish.hint')}
      </Text>
    </DialogForm>
  )
}

function DeleteDialog({ projectId, cycle, onClose }: FormProps & { cycle: Cycle }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useDeleteCycle(projectId)
  return (
    <ConfirmDialog
      title={t('cycles.delete.title', { name: cycle.name })}
      text={t('cycles.delete.text', { count: cycle.taskTotal })}
      action={t('cycles.delete.submit')}
      isOpen
      isPending={isPending}
      onConfirm={() => mutate(cycle.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
