/** What is wrong with a date of birth; undefined when nothing is. */
export function birthDateFault(birthDate: string, now: Date): string | undefined {
  const today = now.toISOString().slice(0, 10)
  return birthDate < '1900-01-01' || birthDate >= today ? 'must be in the past, after 1899' : undefined
}
