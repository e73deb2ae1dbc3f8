import { ValidationFailed } from '#errors.ts'

/** Values of columns that the schemas of a kind have checked. */
export type EntryFields = Record<string, string | null>

/** A list that administrators keep for profiles, such as the cities. */
export interface EntryKind {
  type: 'city' | 'language' | 'post'
  table: 'cities' | 'languages' | 'posts'
  deletedMessage: string
  searched: string[]
  /** The columns that an audit entry keeps of a deleted entry. */
  recorded: string[]
  /** Refuses values that a schema cannot describe, or brings them into their stored form. */
  prepare?: (fields: EntryFields) => EntryFields
}

export const cities: EntryKind = {
  type: 'city',
  table: 'cities',
  deletedMessage: 'City deleted',
  searched: ['name'],
  recorded: ['name', 'country'],
  prepare: fields => {
    const { timeZone } = fields
    if (timeZone && !isTimeZone(timeZone)) throw new ValidationFailed({ timeZone: 'time_zone_expected' })
    return fields
  },
}

/** Intl also accepts offsets such as +03:00, which are no zones. */
function isTimeZone(name: string) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const languages: EntryKind = {
  type: 'language',
  table: 'languages',
  deletedMessage: 'Language deleted',
  searched: ['name', 'nativeName', 'code'],
  recorded: ['code', 'name'],
  // BCP 47 tags are case-insensitive; each is stored in one case, so that it is unique.
  prepare: ({ code, ...fields }) =>
    typeof code === 'string' ? { ...fields, code: languageTag(code) } : fields,
}

/** Only the case is normalized: Intl would also replace one language with another, as `tl` with `fil`. */
function languageTag(code: string) {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(code)
    return tag.toLowerCase() === code.toLowerCase() ? tag : code.toLowerCase()
  } catch {
    throw new ValidationFailed({ code: 'language_tag_expected' })
  }
}

export const posts: EntryKind = {
  type: 'post',
  table: 'posts',
  deletedMessage: 'Job title deleted',
  searched: ['name'],
  recorded: ['name'],
}
