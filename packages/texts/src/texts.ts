import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { withProduct } from './product.ts'

/** Texts by key, in chapters. */
export interface Tree {
  readonly [key: string]: string | Tree
}

/** Where the folders of the languages are. */
export const folder = new URL('./', import.meta.url)

/**
 * Returns the texts of a part, such as `tasks` or `web`, by language, as they are written. What a language lacks is in English. Each
 * language is read when it is first used.
 */
export function writtenTextsOf<English extends object>(part: string, english: English) {
  const read = new Map<string, English>([['en', english]])
  return (language: string) => {
    const known = read.get(language)
    if (known) return known
    const texts = overEnglish(english as unknown as Tree, readTranslation(language, part), language)
    read.set(language, texts as unknown as English)
    return texts as unknown as English
  }
}

const OWN_NAME = 'Atrium'

/** Returns the texts of a part of a service by language, with the name of the product filled in for `{product}`. */
export function textsOf<English extends object>(part: string, english: English) {
  const written = writtenTextsOf(part, english)
  const filled = new Map<string, { product: string; texts: English }>()
  return (language: string, product = OWN_NAME) => {
    const key = product === OWN_NAME ? language : `${language} branded`
    const known = filled.get(key)
    if (known?.product === product) return known.texts
    const texts = withProduct(written(language) as unknown as Tree, product) as unknown as English
    // An installation has one name at a time, so a new one takes the place of the former.
    filled.set(key, { product, texts })
    return texts
  }
}

/** Returns what a language has of a part: `<language>/<part>.json`, or the files of the folder `<language>/<part>`. */
export function readTranslation(language: string, part: string): Tree {
  const file = new URL(`${language}/${part}.json`, folder)
  if (existsSync(file)) return read(file)
  const chapters = new URL(`${language}/${part}/`, folder)
  if (!existsSync(chapters)) return {}
  const files = readdirSync(chapters).filter(name => name.endsWith('.json'))
  return Object.assign({}, ...files.map(name => read(new URL(name, chapters))))
}

function read(file: URL): Tree {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Returns the key without its plural form: in the applications, every form of a text has a key of its own, as i18next expects. */
export function stemOf(key: string, isKey: (key: string) => boolean) {
  const stem = key.replace(/_(zero|one|two|few|many|other)$/, '')
  return isKey(`${stem}_one`) && isKey(`${stem}_other`) ? stem : key
}

/** Falls back key by key, but never inside a plural: all of its forms are in one language. */
export function overEnglish(english: Tree, translation: Tree, language: string): Tree {
  const merged = (Array.isArray(english) ? [] : {}) as Record<string, string | Tree>
  for (const [key, text] of Object.entries(english)) {
    const own = translation[key]
    const stem = stemOf(key, key => key in english)
    if (stem !== key) Object.assign(merged, formsOf(stem, english, translation, language))
    else if (typeof text === 'string') merged[key] = own ?? text
    else merged[key] = overEnglish(text, typeof own === 'object' ? own : {}, language)
  }
  return merged
}

function formsOf(stem: string, english: Tree, translation: Tree, language: string) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const isTranslated = forms.every(form => `${stem}_${form}` in translation)
  const texts = isTranslated ? translation : english
  const withZero = `${stem}_zero` in texts ? ['zero', ...forms] : forms
  return Object.fromEntries(
    withZero.map(form => [`${stem}_${form}`, texts[`${stem}_${form}`] ?? texts[`${stem}_other`]]),
  )
}
