import type { ApiError } from '@atrium/client/api-error'
import { showNotice } from '@atrium/ui/feedback/notifications'
import i18next from 'i18next'

/** For what has no form that could show it: the server's own words, after the name that the page has for the field. */
export function tellRefusal({ fieldErrors, message }: ApiError) {
  const reasons = Object.entries(fieldErrors).map(([field, texts]) => nameOf(field) + texts.join(', '))
  showNotice({ color: 'red', message: reasons.join('; ') || message })
}

function nameOf(field: string) {
  const name = `tasks.fields.${field}`
  return i18next.exists(name) ? `${i18next.t(name as 'tasks.fields.title')}: ` : ''
}
