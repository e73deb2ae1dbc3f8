/** Says which day an instant is in a time zone, as programs show it to their users; null for what is no instant. */
export function daysIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (instant: string | number) => {
    const date = new Date(instant)
    if (!isStorable(date)) return null
    const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  }
}

/** The instant as a plan has it; null for what is none. */
export function instantOf(text: string | number) {
  const date = new Date(text)
  return isStorable(date) ? date.toISOString() : null
}

function isStorable(date: Date) {
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9998
}
