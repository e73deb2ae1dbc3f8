import type { ApiError } from '@atrium/client/api-error'
import { showNotice } from '@atrium/ui/feedback/notifications'
import i18next from 'i18next'

/** For fields that are saved without a form: shows the server's texts with the labels of the fields. */
export function showRefusal({ fieldErrors, message }: ApiError) {
  const reasons = Object.entries(fieldErrors).map(([field, texts]) => labelOf(field) + texts.join(', '))
  showNotice({ color: 'red', message: reasons.join('; ') || message })
}

function labelOf(field: string) {
  const key = `tasks.fields.${field}`
  return i18next.exists(key) ? `${i18next.t(key as 'tasks.fields.title')}: ` : ''
}
