import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ru'
import { IconCalendarEvent } from '@atrium/ui/icons'
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, mondayOf } from '../../../data/days.ts'
import classes from './report-range.module.css'

export interface Range {
  from: string
  to: string
}

interface ReportRangeProps {
  range: Range
  today: string
  onChange: (range: Range) => void
}

/** Two days, or one of the periods that are asked for most. */
export function ReportRange({ range, today, onChange }: ReportRangeProps) {
  const { t, i18n } = useTranslation()
  const [chosen, setChosen] = useState<[string | null, string | null]>()
  const presets = Object.entries(periods(today)).map(([name, { from, to }]) => ({
    label: t(`time.report.${name as Period}`),
    value: [from, to] as [string, string],
  }))
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      label={t('time.report.range')}
      locale={i18n.language}
      firstDayOfWeek={1}
      valueFormatter={({ date }) => rangeInWords(date, i18n.language)}
      leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
      presets={presets}
      classNames={{ datePickerRoot: classes.picker, presetsList: classes.presets }}
      // The first of two clicks is nobody's period yet.
      value={chosen ?? [range.from, range.to]}
      onChange={([from, to]) => {
        if (!from || !to) return setChosen([from, to])
        setChosen(undefined)
        onChange({ from, to })
      }}
      onDropdownClose={() => setChosen(undefined)}
      miw={240}
    />
  )
}

function rangeInWords(days: unknown, language: string) {
  const [from, to] = (days as (string | null)[]).filter(Boolean) as string[]
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  if (!from) return ''
  return to ? format.formatRange(new Date(from), new Date(to)) : `${format.format(new Date(from))} –`
}

type Period = keyof ReturnType<typeof periods>

export function periods(today: string) {
  const monday = mondayOf(today)
  const lastOfLastMonth = addDays(`${today.slice(0, 7)}-01`, -1)
  return {
    thisWeek: { from: monday, to: addDays(monday, 6) },
    lastWeek: { from: addDays(monday, -7), to: addDays(monday, -1) },
    thisMonth: monthOf(today),
    lastMonth: monthOf(lastOfLastMonth),
  } satisfies Record<string, Range>
}

function monthOf(day: string): Range {
  const from = `${day.slice(0, 7)}-01`
  const nextMonth = addDays(from, 31).slice(0, 7)
  return { from, to: addDays(`${nextMonth}-01`, -1) }
}
