import en from './en/words.ts'
import ru from './ru/words.ts'
import type { Words } from './word-pack.ts'

/** The words of every language. They are understood whichever language the screen has. */
export const packs: Words[] = [en, ru]

/** Returns the alternatives of all languages for a regular expression. */
export function anyOf(pick: (words: Words) => string) {
  return packs.map(pick).join('|')
}
