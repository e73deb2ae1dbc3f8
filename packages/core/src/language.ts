export const languages = ['en', 'ru'] as const
export type Language = (typeof languages)[number]

/** Written by `POST /preferences` of either service. */
export const LANGUAGE_COOKIE = 'atrium_language'

interface Request {
  headers: { 'accept-language'?: string | undefined }
  cookies?: Record<string, string | undefined>
}

/** The language that was chosen in this browser, else the supported one that the request prefers most. */
export function languageOf({ headers, cookies }: Request): Language {
  const chosen = languages.find(language => language === cookies?.[LANGUAGE_COOKIE])
  if (chosen) return chosen
  if (!headers['accept-language']) return 'en'
  const wanted = headers['accept-language'].toLowerCase().split(',').map(wish)
  const spoken = wanted.filter(({ language, weight }) => weight > 0 && /^(en|ru)$/.test(language))
  const [best] = spoken.sort((one, other) => other.weight - one.weight)
  return (best?.language ?? 'en') as Language
}

/** `ru-RU;q=0.9` → ru, 0.9 */
function wish(text: string) {
  const [tag = '', ...parameters] = text.split(';').map(part => part.trim())
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  return { language: tag.split('-')[0] ?? '', weight: Number(weight ?? 1) }
}

const russianPlurals = new Intl.PluralRules('ru')

/** `pluralRu(21, 'символ', 'символа', 'символов')` → 21 символ */
export function pluralRu(count: number, one: string, few: string, many: string) {
  const form = russianPlurals.select(count)
  return `${count} ${form === 'one' ? one : form === 'few' ? few : many}`
}
