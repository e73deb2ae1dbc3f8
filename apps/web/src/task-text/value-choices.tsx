import { durationText, parseDuration } from '@atrium/ui/durations'
import { IconCalendarEvent, IconClock, IconX } from '@atrium/ui/icons'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, mondayOf } from '../data/days.ts'
import { type Choice, ChoiceList } from './choice-list.tsx'
import { parseDay } from './day-words.ts'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

const icon = { size: 16, stroke: 1.75 }

interface DayChoicesProps {
  label: string
  /** What no day is called; undefined if there must be one. */
  noneLabel: string | undefined
  value: string | null
  /** Whether there are several tasks with different days: there is always something to clear. */
  isMixed?: boolean | undefined
  minDate: string | null
  today: string
  dayText: (day: string) => string
  onChoose: (day: string | null) => void
}

/** A day in words, from a list or from the calendar. */
export function DayChoices(props: DayChoicesProps) {
  const { label, noneLabel, value, isMixed = false, minDate, today, dayText, onChoose } = props
  const { t, i18n } = useTranslation()
  const choice = (key: string, day: string, name?: string): Choice => ({
    key,
    label: name ?? dayText(day),
    icon: <IconCalendarEvent {...icon} />,
    isOn: day === value,
    ...(name && { hint: dayText(day) }),
    choose: () => onChoose(day),
  })
  const presets = [
    choice('today', today, t('boards.fields.today')),
    choice('tomorrow', addDays(today, 1), t('boards.fields.tomorrow')),
    choice('monday', addDays(mondayOf(today), 7), t('boards.fields.nextWeek')),
  ]
  const choicesFor = (text: string) => {
    if (!text) return (value || isMixed) && noneLabel ? [...presets, noneOf(noneLabel, onChoose)] : presets
    const day = parseDay(text, today, i18n.language)
    return day ? [choice('typed', day)] : []
  }
  return (
    <>
      <ChoiceList
        label={label}
        placeholder={t('boards.fields.duePlaceholder')}
        choicesFor={choicesFor}
        nothing={t('boards.fields.noDay')}
      />
      <Suspense fallback={<Skeleton h={240} m="sm" w="auto" />}>
        <Calendar value={value} minDate={minDate} onChange={onChoose} />
      </Suspense>
    </>
  )
}

const MAX_ESTIMATE = 10 * 365 * 24 * 3600
const usualEstimates = [15 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 8 * 3600]

interface EstimateChoicesProps {
  value: number | null
  onChoose: (seconds: number | null) => void
}

export function EstimateChoices({ value, onChoose }: EstimateChoicesProps) {
  const { t, i18n } = useTranslation()
  const choice = (seconds: number): Choice => ({
    key: String(seconds),
    label: durationText(seconds, i18n.language),
    icon: <IconClock {...icon} />,
    isOn: seconds === value,
    choose: () => onChoose(seconds),
  })
  const choicesFor = (text: string) => {
    if (!text) {
      const usual = usualEstimates.map(choice)
      return value === null ? usual : [...usual, noneOf(t('boards.fields.noEstimate'), onChoose)]
    }
    const seconds = parseDuration(text)
    return seconds && seconds <= MAX_ESTIMATE ? [choice(seconds)] : []
  }
  return (
    <ChoiceList
      label={t('boards.fields.estimate')}
      placeholder={t('boards.fields.estimatePlaceholder')}
      choicesFor={choicesFor}
      nothing={t('boards.fields.noDuration')}
    />
  )
}

function noneOf(label: string, onChoose: (value: null) => void): Choice {
  return { key: 'none', label, icon: <IconX {...icon} />, choose: () => onChoose(null) }
}
