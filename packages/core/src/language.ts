import { type Language, type Languages, preferredLanguage } from './languages.ts'

export type { Language } from './languages.ts'

/** Written by `POST /preferences` of either service. */
export const LANGUAGE_COOKIE = 'atrium_language'

interface Request {
  headers: { 'accept-language'?: string | undefined }
  cookies?: Record<string, string | undefined>
  server: { languages: Languages }
}

/** The language that was chosen in this browser, else the offered one that the request prefers most. */
export function languageOf({ headers, cookies, server }: Request): Language {
  const wishes = (headers['accept-language'] ?? '')
    .split(',')
    .map(wish)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  return preferredLanguage([cookies?.[LANGUAGE_COOKIE], ...wishes.map(({ tag }) => tag)], server.languages)
}

/** `ru-RU;q=0.9` → ru-RU, 0.9 */
function wish(text: string) {
  const [tag, ...parameters] = text.split(';').map(part => part.trim())
  const weight = parameters.find(parameter => parameter.toLowerCase().startsWith('q='))?.slice(2)
  return { tag, weight: Number(weight ?? 1) }
}
