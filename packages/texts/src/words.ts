import en from './en/words.ts'
import ru from './ru/words.ts'
import type { Words } from './word-pack.ts'

const byLanguage: Record<string, Words> = { en, ru }

/** The words of every language, for searches and for files, which can come from anyone. */
export const packs = Object.values(byLanguage)

/** Returns the words of a language, or the English ones. */
export function packOf(language: string, known = byLanguage) {
  return known[language] ?? en
}

/**
 * Returns the packs whose words someone can type as a part of a sentence: those of their language and of English, and of languages in
 * another script than Latin, which no one can mean otherwise (decision 236).
 */
export function packsFor(language: string, known = byLanguage) {
  const others = Object.values(known).filter(words => words === en || !isLatin(words))
  return [...new Set([packOf(language, known), ...others])]
}

function isLatin({ months }: Words) {
  return /\p{Script=Latin}/u.test(months[0]?.[0] ?? '')
}
