import { printRule, type Rule, type Weekday, weekdays } from '@atrium/tasks/tasks/recurrence/rule.contract'
import { Checkbox, Group, Input, Select, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import { daysOfPeriod, type RuleDays } from './presets.ts'
import classes from './rule-days-field.module.css'
import { ruleSentence } from './rule-sentence.ts'

interface RuleDaysFieldProps {
  rule: Rule
  start: string
  onChange: (days: Partial<RuleDays>) => void
}

/** Which days of a week, a month or a year. */
export function RuleDaysField({ rule, start, onChange }: RuleDaysFieldProps) {
  const { frequency } = rule
  if (frequency === 'DAILY') return null
  if (frequency === 'WEEKLY') return <Weekdays rule={rule} onChange={onChange} />
  return <DayOfPeriod rule={rule} start={start} frequency={frequency} onChange={onChange} />
}

/** 5 January 2026 was a Monday. */
function weekdayName(weekday: Weekday, language: string, format: 'short' | 'long') {
  return dayInWords(`2026-01-0${5 + weekdays.indexOf(weekday)}`, language, { weekday: format })
}

function Weekdays({ rule, onChange }: Pick<RuleDaysFieldProps, 'rule' | 'onChange'>) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const chosen = rule.byDay.map(({ weekday }) => weekday)
  // At least one stays: a week without days would never repeat.
  const toggle = (weekday: Weekday) => {
    const others = chosen.filter(other => other !== weekday)
    const next = others.length === chosen.length ? [...chosen, weekday] : others
    if (next.length > 0)
      onChange({ byDay: weekdays.filter(day => next.includes(day)).map(day => ({ weekday: day })) })
  }
  return (
    <Input.Wrapper label={t('recurrence.dialog.weekdays')} labelElement="div" labelProps={{ id }}>
      <Group gap={6} role="group" aria-labelledby={id} wrap="nowrap">
        {weekdays.map(weekday => (
          <Checkbox.Card
            key={weekday}
            className={classes.day}
            checked={chosen.includes(weekday)}
            onClick={() => toggle(weekday)}
          >
            <span aria-hidden="true">{weekdayName(weekday, i18n.language, 'short')}</span>
            <VisuallyHidden>{weekdayName(weekday, i18n.language, 'long')}</VisuallyHidden>
          </Checkbox.Card>
        ))}
      </Group>
    </Input.Wrapper>
  )
}

interface DayOfPeriodProps extends RuleDaysFieldProps {
  frequency: 'MONTHLY' | 'YEARLY'
}

/** Days that the list does not have, such as those of an imported rule, stay as they are until others are chosen. */
function DayOfPeriod({ rule, start, frequency, onChange }: DayOfPeriodProps) {
  const { t, i18n } = useTranslation()
  const { byDay, byMonthDay, byMonth } = rule
  const textOf = (days: RuleDays) => printRule({ frequency, interval: 1, weekStart: 'MO', ...days })
  const common = daysOfPeriod(frequency, start)
  const current = { byDay, byMonthDay, byMonth }
  const isCommon = common.some(days => textOf(days) === textOf(current))
  const choices = isCommon ? common : [current, ...common]
  return (
    <Select
      label={t('recurrence.dialog.day')}
      data={choices.map(days => ({
        value: textOf(days),
        label: ruleSentence({ frequency, interval: 1, weekStart: 'MO', ...days }, 'calendar', i18n.language),
      }))}
      value={textOf(current)}
      onChange={text => {
        const days = choices.find(one => textOf(one) === text)
        if (days) onChange(days)
      }}
      allowDeselect={false}
    />
  )
}
