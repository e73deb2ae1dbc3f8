import type { TFunction } from 'i18next'
import { dayInWords, daysUntil } from '../../data/days.ts'

/** “Tomorrow” says more than a date does; further away the date does. */
export function dayWords(day: string, today: string, language: string, t: TFunction) {
  const distance = daysUntil(day, today)
  if (distance === 0) return t('tasks.words.today')
  if (distance === 1) return t('tasks.words.tomorrow')
  if (distance === -1) return t('tasks.words.yesterday')
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const closeBy = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return dayInWords(day, language, isThisYear ? closeBy : { dateStyle: 'medium' })
}
