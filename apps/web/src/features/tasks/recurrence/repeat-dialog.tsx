import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import {
  MAX_LEAD_DAYS,
  type Recurrence,
  type RecurrenceMode,
  SHOWN_DATES,
} from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import {
  frequencies,
  MAX_COUNT,
  MAX_INTERVAL,
  parseRule,
  printRule,
  type Rule,
} from '@atrium/tasks/tasks/recurrence/rule.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { Group, Input, NumberInput, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone, useToday } from '../../../data/account/user-settings.ts'
import { addDays, dayInWords } from '../../../data/days.ts'
import { defaultDays } from './presets.ts'
import { useChangeRecurrence } from './recurrence.queries.ts'
import { RuleDaysField } from './rule-days-field.tsx'
import { RulePreview } from './rule-preview.tsx'

interface RepeatDialogProps {
  task: Task
  series: Recurrence | undefined
  /** The date of the task. */
  start: string
  isOpen: boolean
  onClose: () => void
  onSaved: (series: Recurrence | undefined) => void
}

export function RepeatDialog({ isOpen, ...props }: RepeatDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('recurrence.dialog.title')} isOpen={isOpen} onClose={props.onClose}>
      <RepeatForm {...props} />
    </Dialog>
  )
}

const DEFAULT_COUNT = 10

function RepeatForm({ task, series, start, onClose, onSaved }: Omit<RepeatDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const today = useToday()
  const { timeZone: ownZone } = useTimeZone()
  const timeZone = series?.timeZone ?? ownZone
  const { count, until, ...rule } = initialRule(series, start)
  const form = useMutationForm({
    mutation: useChangeRecurrence(task, { hasForm: true }),
    initialValues: {
      ...rule,
      mode: (series?.mode ?? 'calendar') as RecurrenceMode,
      ends: count ? 'count' : until ? 'until' : 'never',
      count: count ?? DEFAULT_COUNT,
      until: until ?? addDays(start > today ? start : today, 90),
      leadDays: series?.leadDays ?? 0,
    },
    toInput: values => ({
      rule: printRule(ruleOf(values)),
      mode: values.mode,
      leadDays: Number(values.leadDays) || 0,
      ...(timeZone && { timeZone }),
    }),
    onSuccess: saved => {
      onClose()
      onSaved(saved)
    },
  })
  const { values } = form
  const isByCalendar = values.mode === 'calendar'
  const draft = ruleOf(values)
  return (
    <DialogForm form={form} onCancel={onClose}>
      <SegmentedControl
        fullWidth
        aria-label={t('recurrence.dialog.mode')}
        data={(['calendar', 'completion'] as const).map(value => ({
          value,
          label: t(`recurrence.dialog.${value}`),
        }))}
        value={values.mode}
        onChange={mode => form.change({ mode: mode as RecurrenceMode })}
      />
      <Group grow align="flex-end" wrap="nowrap" gap="sm">
        <NumberInput
          {...form.field('interval')}
          label={t(isByCalendar ? 'recurrence.dialog.every' : 'recurrence.dialog.after')}
          min={1}
          max={MAX_INTERVAL}
          allowDecimal={false}
          clampBehavior="strict"
          data-autofocus
        />
        <Select
          aria-label={t('recurrence.dialog.unit')}
          data={frequencies.map(value => ({
            value,
            label: t(`recurrence.dialog.units.${value}`, { count: Number(values.interval) || 1 }),
          }))}
          value={values.frequency}
          onChange={frequency => {
            const chosen = frequency as Rule['frequency']
            form.change({ frequency: chosen, ...defaultDays(chosen, start) })
          }}
          allowDeselect={false}
        />
      </Group>
      {isByCalendar && <RuleDaysField rule={draft} start={start} onChange={days => form.change(days)} />}
      <EndFields form={form} start={start} />
      <NumberInput
        {...form.field('leadDays')}
        label={t('recurrence.dialog.lead')}
        description={t('recurrence.dialog.leadHint')}
        min={0}
        max={MAX_LEAD_DAYS}
        allowDecimal={false}
        clampBehavior="strict"
      />
      <RulePreview rule={draft} mode={values.mode} start={start} count={SHOWN_DATES} />
      {timeZone && (
        <Text size="xs" c="dimmed">
          {t('recurrence.dialog.zone', { zone: timeZone.replaceAll('_', ' ') })}
        </Text>
      )}
    </DialogForm>
  )
}

interface EndValues {
  ends: string
  until: string
  count: number
}

interface EndForm {
  values: EndValues
  field: (name: 'until' | 'count') => { error?: ReactNode }
  change: (values: Partial<EndValues>) => void
}

function EndFields({ form, start }: { form: EndForm; start: string }) {
  const { t, i18n } = useTranslation()
  const { ends, until } = form.values
  const calendar = useCalendarProps()
  return (
    <Input.Wrapper label={t('recurrence.dialog.ends')} labelElement="div">
      <Stack gap="xs">
        <Select
          aria-label={t('recurrence.dialog.ends')}
          data={(['never', 'until', 'count'] as const).map(value => ({
            value,
            label: t(`recurrence.dialog.${value}`),
          }))}
          value={ends}
          onChange={value => form.change({ ends: value ?? 'never' })}
          allowDeselect={false}
        />
        {ends === 'until' && (
          <DatePickerInput
            {...calendar}
            label={t('recurrence.dialog.untilDay')}
            value={until}
            valueFormatter={({ date }) => dayInWords(String(date), i18n.language, { dateStyle: 'long' })}
            minDate={start}
            weekendDays={[]}
            onChange={day => day && form.change({ until: day })}
            popoverProps={{ withinPortal: true }}
          />
        )}
        {ends === 'count' && (
          <NumberInput
            {...form.field('count')}
            label={t('recurrence.dialog.countNumber')}
            min={2}
            max={MAX_COUNT}
            allowDecimal={false}
            clampBehavior="strict"
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

function initialRule(series: Recurrence | undefined, start: string): Rule {
  const stored = series && parseRule(series.rule)
  if (stored) return stored
  const frequency = 'WEEKLY'
  return { frequency, interval: 1, weekStart: 'MO', ...defaultDays(frequency, start) }
}

/** Fields of numbers are empty texts while they are edited. */
function ruleOf(values: Omit<Rule, 'count' | 'until'> & EndValues & { mode: RecurrenceMode }): Rule {
  const { frequency, interval, byDay, byMonthDay, byMonth, weekStart, ends, until, count, mode } = values
  const days =
    mode === 'calendar' ? { byDay, byMonthDay, byMonth } : { byDay: [], byMonthDay: [], byMonth: [] }
  return {
    frequency,
    interval: Number(interval) || 1,
    weekStart,
    ...days,
    ...(ends === 'count' && { count: Number(count) || 2 }),
    ...(ends === 'until' && { until }),
  }
}
