import type { RecurrenceMode } from '@atrium/tasks/tasks/recurrence/recurrence.contract'
import type { Rule } from '@atrium/tasks/tasks/recurrence/rule.contract'
import { datesAfter } from '@atrium/tasks/tasks/recurrence/rule-dates.contract'
import { List, Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { dayInWords } from '../../../data/days.ts'
import { ruleSentence } from './rule-sentence.ts'

interface RulePreviewProps {
  rule: Rule
  mode: RecurrenceMode
  start: string
  /** How many dates. */
  count: number
}

/** The rule as a sentence, and what it means: the dates that follow. */
export function RulePreview({ rule, mode, start, count }: RulePreviewProps) {
  const { t, i18n } = useTranslation()
  const today = useToday()
  const dates = mode === 'calendar' ? nextDates(rule, start, today, count) : []
  return (
    <Paper withBorder p="sm">
      <Text fw={600} size="sm" aria-live="polite">
        {ruleSentence(rule, mode, i18n.language)}
      </Text>
      {mode === 'completion' && (
        <Text size="sm" c="dimmed">
          {t('recurrence.dialog.previewCompletion')}
        </Text>
      )}
      {mode === 'calendar' && dates.length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('recurrence.dialog.noDates')}
        </Text>
      )}
      {dates.length > 0 && (
        <List size="sm" listStyleType="none" mt={4} aria-label={t('recurrence.dialog.preview')}>
          {dates.map(date => (
            <List.Item key={date}>
              {dayInWords(date, i18n.language, {
                weekday: 'short',
                day: 'numeric',
                month: 'long',
                year: 'numeric',
              })}
            </List.Item>
          ))}
        </List>
      )}
    </Paper>
  )
}

/** Counts dates like the service: the task itself is the first one, and days that have passed are left out. */
function nextDates(rule: Rule, start: string, today: string, count: number) {
  const wanted = Math.min(count, (rule.count ?? Number.POSITIVE_INFINITY) - 1)
  const dates: string[] = []
  for (const date of datesAfter(rule, start, start > today ? start : today)) {
    if (dates.length >= wanted) break
    dates.push(date)
  }
  return dates
}
