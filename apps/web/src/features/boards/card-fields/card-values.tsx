import { durationText, parseDuration } from '@atrium/ui/durations'
import { IconCalendarEvent, IconClock, IconX } from '@atrium/ui/icons'
import { Button, Group, Skeleton, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords, mondayOf } from '../../../data/days.ts'
import { parseDay } from '../../../task-text/day-words.ts'
import { useBoard } from '../board-context.ts'
import type { CardFieldProps } from './card-choices.tsx'
import { type Choice, ChoiceList, useFocusAtOnce } from './choice-list.tsx'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

const icon = { size: 16, stroke: 1.75 }

/** A day in words, from a list or from the calendar. */
export function DueChoices({ card, onDone }: CardFieldProps) {
  const { t, i18n } = useTranslation()
  const { today, formats, changeCard } = useBoard()
  const save = (dueDate: string | null) => {
    onDone()
    if (dueDate === card.dueDate) return
    const done = dueDate
      ? t('boards.card.due.later', { day: formats.day(dueDate, today) })
      : t('boards.fields.dueRemoved')
    changeCard(card, { dueDate }, done)
  }
  const inWords = (day: string) =>
    dayInWords(day, i18n.language, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...yearOf(day, today),
    })
  const choice = (key: string, day: string, label?: string): Choice => ({
    key,
    label: label ?? inWords(day),
    icon: <IconCalendarEvent {...icon} />,
    isOn: day === card.dueDate,
    ...(label && { hint: inWords(day) }),
    choose: () => save(day),
  })
  const presets = [
    choice('today', today, t('boards.fields.today')),
    choice('tomorrow', addDays(today, 1), t('boards.fields.tomorrow')),
    choice('monday', addDays(mondayOf(today), 7), t('boards.fields.nextWeek')),
  ]
  const none = {
    key: 'none',
    label: t('boards.filters.dueChoices.none'),
    icon: <IconX {...icon} />,
    choose: () => save(null),
  }
  const choicesFor = (text: string) => {
    if (!text) return card.dueDate ? [...presets, none] : presets
    const day = parseDay(text, today)
    return day ? [choice('typed', day)] : []
  }
  return (
    <>
      <ChoiceList
        label={t('boards.fields.due')}
        placeholder={t('boards.fields.duePlaceholder')}
        choicesFor={choicesFor}
        nothing={t('boards.fields.noDay')}
      />
      <Suspense fallback={<Skeleton h={240} m="sm" w="auto" />}>
        <Calendar value={card.dueDate} minDate={card.startDate} onChange={save} />
      </Suspense>
    </>
  )
}

function yearOf(day: string, today: string) {
  return day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const)
}

const MAX_ESTIMATE = 10 * 365 * 24 * 3600
const usualEstimates = [15 * 60, 30 * 60, 3600, 2 * 3600, 4 * 3600, 8 * 3600]

export function EstimateChoices({ card, onDone }: CardFieldProps) {
  const { t, i18n } = useTranslation()
  const { changeCard } = useBoard()
  const save = (estimateSeconds: number | null) => {
    onDone()
    if (estimateSeconds === card.estimateSeconds) return
    const done = estimateSeconds
      ? t('boards.fields.estimated', { estimate: durationText(estimateSeconds, i18n.language) })
      : t('boards.fields.estimateRemoved')
    changeCard(card, { estimateSeconds }, done)
  }
  const choice = (seconds: number): Choice => ({
    key: String(seconds),
    label: durationText(seconds, i18n.language),
    icon: <IconClock {...icon} />,
    isOn: seconds === card.estimateSeconds,
    choose: () => save(seconds),
  })
  const none = {
    key: 'none',
    label: t('boards.fields.noEstimate'),
    icon: <IconX {...icon} />,
    choose: () => save(null),
  }
  const choicesFor = (text: string) => {
    if (!text) {
      const usual = usualEstimates.map(choice)
      return card.estimateSeconds === null ? usual : [...usual, none]
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

const MAX_TITLE_LENGTH = 500

export function TitleForm({ card, onDone }: CardFieldProps) {
  const { t } = useTranslation()
  const { changeCard } = useBoard()
  const [title, setTitle] = useState(card.title)
  const field = useFocusAtOnce<HTMLTextAreaElement>()
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    const trimmed = title.trim()
    onDone()
    if (trimmed && trimmed !== card.title)
      changeCard(card, { title: trimmed }, t('boards.fields.renamed', { title: trimmed }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={save}>
      <Textarea
        ref={field}
        p="sm"
        pb="xs"
        aria-label={t('boards.fields.title')}
        value={title}
        maxLength={MAX_TITLE_LENGTH}
        autosize
        minRows={1}
        maxRows={6}
        onChange={event => setTitle(event.currentTarget.value.replace(/\n/g, ' '))}
        onFocus={event => event.currentTarget.select()}
        onKeyDown={press}
        data-autofocus
      />
      <Group justify="flex-end" gap="xs" px="sm" pb="sm">
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button size="compact-sm" type="submit">
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}
