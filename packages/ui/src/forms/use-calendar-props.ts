import { useTranslation } from 'react-i18next'

/** What every calendar has: the language, weeks from Monday, and names for its buttons with arrows. */
export function useCalendarProps() {
  const { t, i18n } = useTranslation('ui')
  return {
    locale: i18n.language,
    firstDayOfWeek: 1 as const,
    ariaLabels: {
      previousMonth: t('calendar.previousMonth'),
      nextMonth: t('calendar.nextMonth'),
      previousYear: t('calendar.previousYear'),
      nextYear: t('calendar.nextYear'),
      previousDecade: t('calendar.previousDecade'),
      nextDecade: t('calendar.nextDecade'),
    },
  }
}
