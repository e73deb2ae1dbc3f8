import { findLanguage, type Language, languageCodes } from './languages.ts'

export type { Language } from './languages.ts'

/** Written by `POST /preferences` of either service. */
export const LANGUAGE_COOKIE = 'atrium_language'

interface Request {
  headers: { 'accept-language'?: string | undefined }
  cookies?: Record<string, string | undefined>
}

/** The language that was chosen in this browser, else the supported one that the request prefers most. */
export function languageOf({ headers, cookies }: Request): Language {
  const chosen = languageCodes.find(code => code === cookies?.[LANGUAGE_COOKIE])
  if (chosen) return chosen
  if (!headers['accept-language']) return 'en'
  const wishes = headers['accept-language'].split(',').map(wish)
  const [best] = wishes
    .flatMap(({ language, weight }) => (weight > 0 && language ? [{ language, weight }] : []))
    .sort((one, other) => other.weight - one.weight)
  return best?.language ?? 'en'
}

/** `ru-RU;q=0.9` → ru, 0.9 */
function wish(text: string) {
  const [tag, ...parameters] = text.split(';').map(part => part.trim())
  const weight = parameters.find(parameter => parameter.toLowerCase().startsWith('q='))?.slice(2)
  return { language: findLanguage(tag), weight: Number(weight ?? 1) }
}
