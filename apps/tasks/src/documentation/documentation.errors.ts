import { defineErrors } from '@atrium/core/catalogue'

export const documentationErrors = defineErrors({
  guide_not_found: { status: 404, en: 'There is no guide {page}', ru: 'Руководства {page} нет' },
})
