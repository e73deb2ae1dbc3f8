interface LanguageEntry {
  /** A tag of `Accept-Language`, such as `pt-BR`; also the name of the folder in `packages/texts/src`. */
  code: string
  /** What the language calls itself, for menus. */
  name: string
  direction: 'ltr' | 'rtl'
  /** For lists of names: the locale whose punctuation the texts follow. */
  locale: string
  /** The parts of the font that its texts need. */
  scripts: readonly ('latin' | 'latin-ext' | 'cyrillic')[]
}

/** Every language of Atrium, in the order of menus. A language is one line here and one folder of texts and words. */
export const languages = [
  { code: 'en', name: 'English', direction: 'ltr', locale: 'en-GB', scripts: ['latin'] },
  { code: 'ru', name: 'Русский', direction: 'ltr', locale: 'ru', scripts: ['latin', 'cyrillic'] },
] as const satisfies LanguageEntry[]

export type Language = (typeof languages)[number]['code']

export const languageCodes = languages.map(({ code }) => code)

/** Returns what the table says about a language. */
export function languageEntry(language: Language): LanguageEntry {
  return languages.find(({ code }) => code === language) ?? languages[0]
}

/** Languages in the order of menus. The first one is for people who prefer none of them. */
export type Languages = readonly Language[]

/** Reads the setting `LANGUAGES`, the codes of what an installation offers; without it, that is every language. */
export function offeredLanguages({ LANGUAGES }: { LANGUAGES?: string }): Languages {
  const listed = LANGUAGES?.split(/[\s,]+/).flatMap(code => languageCodes.find(known => known === code) ?? [])
  return listed?.length ? [...new Set(listed)] : languageCodes
}

/** Finds the language of a tag: `ru-RU` is Russian, and any Portuguese is Brazilian if there is no other. */
export function findLanguage(
  tag: string | null | undefined,
  offered: Languages = languageCodes,
): Language | undefined {
  const wanted = tag?.toLowerCase() ?? ''
  const isSame = (code: string) => code.toLowerCase() === wanted
  const isRelated = (code: string) => baseOf(code) === baseOf(wanted)
  return offered.find(isSame) ?? offered.find(isRelated)
}

/** Returns the first offered language among tags in the order of preference. */
export function preferredLanguage(
  tags: readonly (string | null | undefined)[],
  offered: Languages,
): Language {
  const found = tags.map(tag => findLanguage(tag, offered)).find(language => language !== undefined)
  return found ?? offered[0] ?? 'en'
}

function baseOf(tag: string) {
  return tag.toLowerCase().split('-')[0]
}
