import { IconCalendarEvent, IconCircleCheck } from '@atrium/ui/icons'
import { useTranslation } from 'react-i18next'
import { daysUntil } from '../../data/days.ts'
import { useBoard } from './board-context.ts'
import { CardFact } from './card-fact.tsx'
import { dayInWords } from './days.ts'

export function CardDue({ day, isDone }: { day: string; isDone: boolean }) {
  const { t, i18n } = useTranslation()
  const { today } = useBoard()
  const words = dayInWords(day, today, i18n.language)
  const state = dueState(day, today, isDone)
  return (
    <CardFact
      icon={isDone ? IconCircleCheck : IconCalendarEvent}
      name={t(`boards.card.due.${state ?? 'later'}`, { day: words })}
      tone={state}
    >
      {words}
    </CardFact>
  )
}

function dueState(day: string, today: string, isDone: boolean) {
  if (isDone) return 'good'
  const days = daysUntil(day, today)
  if (days < 0) return 'late'
  return days <= 1 ? 'soon' : undefined
}
