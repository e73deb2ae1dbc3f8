import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { flatten, placeholdersIn } from './coverage.ts'
import { parts } from './parts.ts'
import { folder, readTranslation, stemOf, type Tree } from './texts.ts'

/** One text of the file for translators: English beside the translation, which is empty while there is none. */
interface Entry {
  en: string
  translation: string
}

type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]

/** Returns every text with its translation, by part and key. A plural has an entry for each form of the language. */
export function exportTexts(language: string) {
  const entries: Record<string, Entry> = {}
  for (const part of partNames) {
    const translated = flatten(readTranslation(language, part))
    for (const [key, en] of expectedTexts(part, language))
      entries[`${part}.${key}`] = { en, translation: translated.get(key) ?? '' }
  }
  return entries
}

/** Lists the keys that a language can have with their English texts. */
function expectedTexts(part: Part, language: string) {
  const english = flatten(parts[part]('en') as unknown as Tree)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const expected = new Map<string, string>()
  for (const [key, text] of english) {
    const stem = stemOf(key, key => english.has(key))
    if (stem === key) expected.set(key, text)
    else {
      for (const form of forms)
        expected.set(`${stem}_${form}`, english.get(`${stem}_${form}`) ?? english.get(`${stem}_other`) ?? '')
      if (english.has(`${stem}_zero`)) expected.set(`${stem}_zero`, english.get(`${stem}_zero`) ?? '')
    }
  }
  return expected
}

/** What is wrong with a file of translations, one sentence each. */
export class TranslationRefused extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Writes the translations of a file to the folder of the language; an empty one removes the text. Nothing is written if anything is wrong. */
export function importTexts(language: string, file: unknown, target = folder) {
  const entries = readEntries(file)
  const current = exportTexts(language)
  const problems = Object.entries(entries).flatMap(([key, entry]) => problemOf(key, entry, current[key]))
  if (problems.length > 0) throw new TranslationRefused(problems)
  const merged = { ...current, ...entries }
  for (const part of partNames) {
    const texts = new Map(
      Object.entries(merged).flatMap(([key, { translation }]) =>
        key.startsWith(`${part}.`) && translation ? [[key.slice(part.length + 1), translation] as const] : [],
      ),
    )
    writePart(new URL(`${language}/`, target), part, language, texts)
  }
  const changed = Object.keys(entries).filter(key => entries[key]?.translation !== current[key]?.translation)
  return changed.length
}

function readEntries(file: unknown): Record<string, Entry> {
  const isEntry = (value: unknown) => {
    const { en, translation } = (value ?? {}) as Partial<Entry>
    return typeof en === 'string' && typeof translation === 'string'
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new TranslationRefused(['The file must be an object with texts by key, as `export` writes it.'])
  const wrong = Object.entries(file).filter(([, value]) => !isEntry(value))
  if (wrong.length > 0)
    throw new TranslationRefused(wrong.map(([key]) => `${key}: must have the texts "en" and "translation".`))
  return file as Record<string, Entry>
}

function problemOf(key: string, { en, translation }: Entry, current: Entry | undefined) {
  if (!current) return [`${key}: there is no such text.`]
  if (translation === current.translation || translation === '') return []
  if (en !== current.en) return [`${key}: the English text is now “${current.en}”. Export the texts again.`]
  const [wanted, given] = [placeholdersIn(en), placeholdersIn(translation)]
  const unknown = given.filter(name => !wanted.includes(name))
  const isForm = /_(zero|one|two|few|many|other)$/.test(key)
  const missing = isForm ? [] : wanted.filter(name => !given.includes(name))
  return [
    ...unknown.map(name => `${key}: the English text has no parameter ${name}.`),
    ...missing.map(name => `${key}: the parameter ${name} is missing.`),
  ]
}

function writePart(language: URL, part: Part, code: string, texts: Map<string, string>) {
  const english = parts[part]('en') as unknown as Tree
  const tree = likeEnglish(english, texts, '', code)
  if (existsSync(new URL(`en/${part}/`, folder))) {
    for (const { name, keys } of chaptersOf(part, english)) {
      const own = Object.fromEntries(keys.flatMap(key => (key in tree ? [[key, tree[key]]] : [])))
      write(new URL(`${part}/${name}.json`, language), own)
    }
    return
  }
  write(new URL(`${part}.json`, language), tree)
}

/** A chapter without any translation has no file, and a language without any has no folder. */
function write(file: URL, tree: object) {
  if (Object.keys(tree).length === 0 && !existsSync(file)) return
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(tree, null, 2)}\n`)
}

/** Finds which top-level keys the file of a chapter has: the name of the chapter, or the keys of its texts. */
function chaptersOf(part: Part, english: Tree) {
  const files = globSync('*.ts', { cwd: new URL(`en/${part}/`, folder) }).sort()
  return files.map(file => {
    const source = readFileSync(new URL(`en/${part}/${file}`, folder), 'utf8')
    const name = basename(file, '.ts')
    const key = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const isOwn = (key: string) => new RegExp(`^  ${key}(: |,)`, 'm').test(source)
    return { name, keys: key in english && !isSpread(part, key) ? [key] : Object.keys(english).filter(isOwn) }
  })
}

/** Whether the keys of a chapter are at the top level of its part. */
function isSpread(part: Part, chapter: string) {
  return readFileSync(new URL(`en/${part}.ts`, folder), 'utf8').includes(`...${chapter}`)
}

/** Builds a tree in the order and shape of the English one. */
function likeEnglish(english: Tree, texts: Map<string, string>, prefix: string, language: string): Tree {
  const built: Record<string, string | Tree> = {}
  for (const [key, value] of Object.entries(english)) {
    if (typeof value === 'string') Object.assign(built, ownTexts(english, key, texts, prefix, language))
    else {
      const inside = likeEnglish(value, texts, `${prefix}${key}.`, language)
      const count = Object.keys(inside).length
      const isWholeList = Array.isArray(value) && count === value.length
      if (count > 0) built[key] = isWholeList ? (Object.values(inside) as unknown as Tree) : inside
    }
  }
  return built
}

/** Returns the translation of a text, or of each form of a plural. */
function ownTexts(english: Tree, key: string, texts: Map<string, string>, prefix: string, language: string) {
  const stem = stemOf(key, key => key in english)
  const forms = ['zero', ...new Intl.PluralRules(language).resolvedOptions().pluralCategories]
  const keys = stem === key ? [key] : forms.map(form => `${stem}_${form}`)
  return Object.fromEntries(
    keys.flatMap(own => (texts.has(prefix + own) ? [[own, texts.get(prefix + own)]] : [])),
  )
}
