export type Params = Record<string, unknown>

/** A branch has plain text and placeholders, no further choice. */
const BRANCH = /([\w=]+) \{((?:[^{}]|\{\w+\})*)\}/g
const CHOICE = /\{(\w+), (plural|select), ((?:[\w=]+ \{(?:[^{}]|\{\w+\})*\} ?)+)\}/g
const PLACEHOLDER = /\{(\w+)(?:, (\w+))?\}/g

/**
 * Fills in a text of a service: `{name}`, `{bytes, megabytes}`, and the part of ICU MessageFormat that translations need:
 * `{count, plural, one {# task} other {# tasks}}` and `{role, select, owner {an owner} other {a member}}`, where an empty value is `none`.
 */
export function fillIn(text: string, params: Params, language: string) {
  if (!text.includes('{')) return text
  return text
    .replace(CHOICE, (_, name: string, kind: string, branches: string) => {
      const texts = new Map([...branches.matchAll(BRANCH)].map(([, key = '', text = '']) => [key, text]))
      const chosen = (find: string) => texts.get(find) ?? texts.get('other') ?? ''
      if (kind === 'select') return chosen(String(params[name] || 'none'))
      const count = Number(params[name])
      const exact = texts.get(`=${count}`)
      return (exact ?? chosen(pluralRules(language).select(count))).replaceAll('#', `{${name}}`)
    })
    .replace(PLACEHOLDER, (_, name: string, format?: string) => written(params[name], format))
}

function written(value: unknown, format?: string) {
  if (format === 'megabytes') return String(Math.ceil(Number(value) / 1_000_000))
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

const rules = new Map<string, Intl.PluralRules>()

function pluralRules(language: string) {
  const known = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, known)
  return known
}

/** Returns the names of the parameters of a text. */
export function paramsIn(text: string) {
  const names = new Set<string>()
  const flat = text.replace(CHOICE, (_, name: string, _kind, branches: string) => {
    names.add(name)
    return [...branches.matchAll(BRANCH)].map(([, , text]) => text).join(' ')
  })
  for (const [, name = ''] of flat.matchAll(PLACEHOLDER)) names.add(name)
  return [...names].sort()
}

/** The parameters that an English text needs; `object` if it needs none. In a choice, only the parameter that it depends on counts. */
export type ParamsOf<Text extends string> = {
  [Name in PlaceholdersIn<Text> as NameOf<Name>]: Name extends `${string}, plural, ${string}` ? number : Value
}
type Value = string | number | readonly string[]

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside | PlaceholdersIn<Rest>
  : never

type NameOf<Inside extends string> = Inside extends `${infer Name}, ${string}`
  ? Name
  : Inside extends `${string} ${string}`
    ? never
    : Inside
