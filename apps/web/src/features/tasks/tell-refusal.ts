import type { ApiError } from '@atrium/ui/api-error'
import { notifications } from '@mantine/notifications'

/** For what has no form that could show it: the server's own words. */
export function tellRefusal({ fieldErrors, message }: ApiError) {
  const reasons = Object.entries(fieldErrors).map(([field, texts]) => `${field} ${texts.join(', ')}`)
  notifications.show({ color: 'red', message: reasons.join('; ') || message })
}
