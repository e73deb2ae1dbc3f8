interface TimeZone {
  value: string
  /** Its name in the user's language, such as `Москва, стандартное время`. */
  name: string
  offset: string
}

/** About four hundred, so the list is created only when it is opened. */
export function timeZones(language: string, now = new Date()): TimeZone[] {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...known].map(value => ({
    value,
    name: zonePart(language, value, 'longGeneric', now),
    offset: offsetOf(value, now),
  }))
}

export function offsetOf(zone: string, now = new Date()) {
  const offset = zonePart('en', zone, 'longOffset', now).replace('GMT', 'UTC')
  return offset === 'UTC' ? 'UTC+00:00' : offset
}

export function browserTimeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function zonePart(language: string, timeZone: string, timeZoneName: 'longGeneric' | 'longOffset', now: Date) {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
