import i18next from 'i18next'

export interface Person {
  name: string | null
  surname: string | null
  /** The address stands in for a missing name, where the viewer may see it. */
  email?: string | null
}

/** Erased users have a name that no one can choose: every person has a surname. */
export function fullName({ name, surname, email }: Person) {
  if (name === 'Former user' && surname === '') return i18next.t('formerUser', { ns: 'ui' })
  return [name, surname].filter(Boolean).join(' ') || email || ''
}
