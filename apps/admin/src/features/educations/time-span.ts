import type { Education } from '@atrium/identity/users/user-education.contract'
import { useTranslation } from 'react-i18next'

/** `Sep 2019 – Jun 2023`, in the reader's language; without dates nothing. */
export function useTimeSpan({ startedOn, finishedOn }: Pick<Education, 'startedOn' | 'finishedOn'>) {
  const { t, i18n } = useTranslation()
  // A calendar date is midnight UTC, and elsewhere may be the month before.
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const start = startedOn && format.format(new Date(startedOn))
  const end = finishedOn && format.format(new Date(finishedOn))
  if (start && end) return t('contacts.educations.span', { start, end })
  if (start) return t('contacts.educations.since', { start })
  return end && t('contacts.educations.until', { end })
}
