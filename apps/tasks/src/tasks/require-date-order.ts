import { ValidationFailed } from '@atrium/core/errors'

interface Dates {
  startDate?: string | null | undefined
  dueDate?: string | null | undefined
}

/** Blames the date that was given. Dates that were stored the wrong way round earlier do not block other changes. */
export function requireDateOrder(given: Dates, stored: Dates = {}) {
  if (given.startDate === undefined && given.dueDate === undefined) return
  const { startDate, dueDate } = { ...stored, ...given }
  if (!startDate || !dueDate || startDate <= dueDate) return
  if (given.dueDate === undefined) throw new ValidationFailed({ startDate: ['must not be after dueDate'] })
  throw new ValidationFailed({ dueDate: ['must not be before startDate'] })
}
