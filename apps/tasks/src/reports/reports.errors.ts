import { defineErrors } from '@atrium/core/catalogue'
import { pluralRu } from '@atrium/core/language'

export const reportsErrors = defineErrors({
  report_period_too_long: {
    en: 'must be at most {limit} days after from',
    ru: ({ limit }: { limit: number }) =>
      `период не может быть длиннее ${pluralRu(limit, 'дня', 'дней', 'дней')}`,
  },
  report_has_too_many_tasks: {
    en: 'the report has more than {limit} tasks; choose a shorter period',
    ru: ({ limit }: { limit: number }) =>
      `в отчёте больше ${pluralRu(limit, 'задачи', 'задач', 'задач')}; выберите период короче`,
  },
})
