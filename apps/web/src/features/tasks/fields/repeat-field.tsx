import type { Recurrence, RecurrenceInput } from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import { parseRule, printRule, type Rule } from '@atrium/tasks/tasks/recurrence/rule.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { useUndo } from '@atrium/ui/feedback/undo'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeZone, useToday } from '../../../data/account/user-settings.ts'
import { presetRules } from '../recurrence/presets.ts'
import { recurrenceQuery, useChangeRecurrence, useSkipOccurrence } from '../recurrence/recurrence.queries.ts'
import { ruleSentence } from '../recurrence/rule-sentence.ts'
import { dayWords } from '../words/task-words.ts'
import classes from './task-fields.module.css'

const RepeatDialog = lazyDialog(async () => (await import('../recurrence/repeat-dialog.tsx')).RepeatDialog)

const NEVER = 'never'
const CUSTOM = 'custom'

/** How the task repeats: common rules in a list, others in a dialog. */
export function RepeatField({ task }: { task: Task }) {
  const { t, i18n } = useTranslation()
  const today = useToday()
  const { timeZone } = useTimeZone()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(recurrenceQuery(task))
  const series = task.recurrenceId === null ? undefined : data
  const { change, offerToUndo } = useChange(task, series)
  const start = task.dueDate ?? task.startDate ?? today
  const presets = presetRules(start)
  const current = series && keyOf(series)
  const own = series && !presets.includes(series.rule) ? [keyOf(series)] : []
  const isLoading = task.recurrenceId !== null && !series

  const choose = (choice: string | null) => {
    if (choice === CUSTOM) return setIsOpen(true)
    if (!choice || choice === current) return
    if (choice === NEVER) return void change(undefined)
    const kept = series && { timeZone: series.timeZone, leadDays: series.leadDays }
    void change({ rule: choice, mode: 'calendar', leadDays: 0, ...(timeZone && { timeZone }), ...kept })
  }
  return (
    <Stack gap={2}>
      <Select
        label={t('recurrence.label')}
        data={[
          { value: NEVER, label: t('recurrence.never') },
          ...own.map(value => ({ value, label: series ? sentenceOf(series, i18n.language) : '' })),
          ...presets.map(value => ({
            value,
            label: ruleSentence(parseRule(value) as Rule, 'calendar', i18n.language),
          })),
          { value: CUSTOM, label: t('recurrence.custom') },
        ]}
        value={current ?? NEVER}
        onChange={choose}
        disabled={isLoading}
        allowDeselect={false}
        classNames={series ? undefined : { input: classes.unset }}
        title={series && sentenceOf(series, i18n.language)}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        styles={{ dropdown: { maxWidth: 'calc(100vw - 1rem)' } }}
      />
      {series && (
        <div className={classes.below}>
          <NextOccurrence task={task} series={series} />
        </div>
      )}
      <RepeatDialog
        task={task}
        series={series}
        start={start}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onSaved={offerToUndo}
      />
    </Stack>
  )
}

/** For those who can only read. */
export function RecurrenceText({ task }: { task: Task }) {
  const { i18n } = useTranslation()
  const { data: series } = useQuery(recurrenceQuery(task))
  return series ? sentenceOf(series, i18n.language) : null
}

function useChange(task: Task, series: Recurrence | undefined) {
  const { t, i18n } = useTranslation()
  const { offerUndo } = useUndo()
  const { mutateAsync } = useChangeRecurrence(task, { hasForm: false })
  const send = (input: RecurrenceInput | undefined) =>
    mutateAsync(input).then(
      saved => ({ saved }),
      () => undefined, // already shown
    )
  const offerToUndo = (saved: Recurrence | undefined) => {
    const message = saved
      ? t('recurrence.done.set', { rule: lowered(sentenceOf(saved, i18n.language)) })
      : t('recurrence.done.removed')
    offerUndo(message, () => void send(series && inputOf(series)))
  }
  const change = async (input: RecurrenceInput | undefined) => {
    const outcome = await send(input)
    if (outcome) offerToUndo(outcome.saved)
  }
  return { change, offerToUndo }
}

function inputOf({ rule, mode, timeZone, leadDays }: Recurrence): RecurrenceInput {
  return { rule, mode, timeZone, leadDays }
}

function lowered(sentence: string) {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** A rule after completion differs from the same rule by calendar. */
function keyOf({ mode, rule }: Recurrence) {
  const parsed = parseRule(rule)
  const text = parsed ? printRule(parsed) : rule
  return mode === 'calendar' ? text : `${mode} ${text}`
}

function sentenceOf({ rule, mode }: Recurrence, language: string) {
  const parsed = parseRule(rule)
  return parsed ? ruleSentence(parsed, mode, language) : rule
}

function NextOccurrence({ task, series }: { task: Task; series: Recurrence }) {
  const { t, i18n } = useTranslation()
  const today = useToday()
  const { offerUndo } = useUndo()
  const { mutate, isPending } = useSkipOccurrence(task)
  const { nextDate, skippedDates, mode } = series
  const isWaiting = mode === 'completion' && task.completedAt === null && nextDate === null
  if (nextDate === null) {
    return (
      <Text size="xs" c="dimmed">
        {t(isWaiting ? 'recurrence.waiting' : 'recurrence.ended')}
      </Text>
    )
  }
  const wordsFor = (date: string) => dayWords(date, today, i18n.language, t)
  const skip = (date: string) => {
    const unskip = () => mutate({ date, isSkipped: false })
    const onSuccess = () => offerUndo(t('recurrence.done.skipped', { day: wordsFor(date) }), unskip)
    mutate({ date, isSkipped: true }, { onSuccess })
  }
  return (
    <>
      <DateLine
        text={t('recurrence.next', { day: wordsFor(nextDate) })}
        action={mode === 'calendar' ? t('recurrence.skip') : undefined}
        label={t('recurrence.skipLabel', { day: wordsFor(nextDate) })}
        isPending={isPending}
        onAct={() => skip(nextDate)}
      />
      {skippedDates.map(date => (
        <DateLine
          key={date}
          text={t('recurrence.skipped', { day: wordsFor(date) })}
          action={t('recurrence.unskip')}
          label={t('recurrence.unskipLabel', { day: wordsFor(date) })}
          isPending={isPending}
          onAct={() => mutate({ date, isSkipped: false })}
        />
      ))}
    </>
  )
}

interface DateLineProps {
  text: string
  action: string | undefined
  label: string
  isPending: boolean
  onAct: () => void
}

function DateLine({ text, action, label, isPending, onAct }: DateLineProps) {
  return (
    <Group gap={4} justify="space-between">
      <Text size="xs" c="dimmed">
        {text}
      </Text>
      {action && (
        <Button variant="subtle" size="compact-xs" disabled={isPending} onClick={onAct} aria-label={label}>
          {action}
        </Button>
      )}
    </Group>
  )
}
