import { paramsIn } from './fill-in.ts'
import { parts } from './parts.ts'
import { readTranslation, stemOf, type Tree } from './texts.ts'

/** What is wrong or missing in the translation of a part. */
interface Coverage {
  /** How many texts there are in English; the forms of a plural count as one. */
  total: number
  missing: string[]
  /** Keys that English does not have. */
  unknown: string[]
  /** Keys whose placeholders differ from those of the English text. */
  differing: string[]
}

/** Compares what a language has of a part with the English texts. */
export function coverageOf(
  part: keyof typeof parts,
  language: string,
  own = readTranslation(language, part),
) {
  const english = flatten(parts[part]('en') as unknown as Tree)
  const translated = flatten(own)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const coverage: Coverage = { total: 0, missing: [], unknown: [], differing: [] }
  const isKey = (key: string) => english.has(key)
  const known = new Set<string>()
  for (const key of english.keys()) {
    const stem = stemOf(key, isKey)
    if (known.has(stem)) continue
    known.add(stem)
    coverage.total += 1
    const keysIn = (forms: string[]) => (stem === key ? [key] : forms.map(form => `${stem}_${form}`))
    const texts = keysIn(forms).map(key => translated.get(key))
    if (texts.includes(undefined)) coverage.missing.push(stem)
    else if (placeholders(texts) !== placeholders(keysIn(['one', 'other']).map(key => english.get(key))))
      coverage.differing.push(stem)
  }
  coverage.unknown = [...translated.keys()].filter(key => !known.has(stemOf(key, isKey)))
  return coverage
}

/** Returns the placeholders of a text, or of all forms of a plural, of which some need no number. */
function placeholders(forms: (string | undefined)[]) {
  return placeholdersIn(forms.join(' ')).join()
}

/** Returns the names of the placeholders of a text, `{{name}}` in an application and `{name}` in a service. */
export function placeholdersIn(text: string) {
  const ofApplications = [...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name)
  return ofApplications.length > 0 ? [...new Set(ofApplications)].sort() : paramsIn(text)
}

/** Lists the texts of a tree by their full keys. */
export function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
}
