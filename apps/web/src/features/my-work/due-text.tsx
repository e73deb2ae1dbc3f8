import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../data/days.ts'

/** Near days by name, others by date. */
export function DueText({ day, today }: { day: string; today: string }) {
  const { t, i18n } = useTranslation()
  const near = {
    [addDays(today, -1)]: t('work.due.yesterday'),
    [today]: t('work.due.today'),
    [addDays(today, 1)]: t('work.due.tomorrow'),
  }
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const year = isThisYear ? undefined : 'numeric'
  return (
    <Text
      span
      inherit
      c={day < today ? 'var(--mantine-color-error)' : undefined}
      fw={day <= today ? 600 : undefined}
    >
      <time dateTime={day}>
        {near[day] ?? dayInWords(day, i18n.language, { day: 'numeric', month: 'short', year })}
      </time>
    </Text>
  )
}
