import { durationText } from '@atrium/ui/durations'
import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import { useFocusAtOnce } from '../../../task-text/choice-list.tsx'
import { DayChoices, EstimateChoices } from '../../../task-text/value-choices.tsx'
import { useBoard } from '../board/board-context.ts'
import type { CardFieldProps } from './card-choices.tsx'

export function CardDueDate({ card, onDone }: CardFieldProps) {
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
  return (
    <DayChoices
      label={t('boards.fields.due')}
      noneLabel={t('boards.filters.dueChoices.none')}
      value={card.dueDate}
      minDate={card.startDate}
      today={today}
      dayText={inWords}
      onChoose={save}
    />
  )
}

function yearOf(day: string, today: string) {
  return day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const)
}

export function CardEstimate({ card, onDone }: CardFieldProps) {
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
  return <EstimateChoices value={card.estimateSeconds} onChoose={save} />
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
