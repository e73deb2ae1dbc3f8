import { useTranslation } from 'react-i18next'

/** What every calendar has: the language, where weeks start, and names for its buttons with arrows. */
export function useCalendarProps() {
  const { t, i18n } = useTranslation('ui')
  return {
    locale: i18n.language,
    firstDayOfWeek: (firstWeekdayIn(i18n.language) % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6,
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

/** From Monday, 1, to Sunday, 7. English is used in many regions, so the browser says which one. */
export function firstWeekdayIn(language: string) {
  const locale: Intl.Locale & WeekInfo = new Intl.Locale(language === 'en' ? navigator.language : language)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** Not in every browser. */
interface WeekInfo {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}
