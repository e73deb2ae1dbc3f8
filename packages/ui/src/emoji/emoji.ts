import { emojiNames } from '@atrium/texts/emoji'
import { emojiData } from '@atrium/texts/en/emoji'
import { plainText } from '@atrium/texts/plain-text'

export interface Emoji {
  symbol: string
  /** The text between colons. */
  shortcode: string
  /** Lower-case words to find it by, in every language. */
  words: string[]
}

/** Names of emoji by symbol, for each language that has them. */
const names = new Map(
  Object.entries(emojiNames).map(([language, lines]) => [
    language,
    new Map(lines.trim().split('\n').map(nameIn)),
  ]),
)

function nameIn(line: string) {
  const [symbol = '', ...words] = line.split(' ')
  return [symbol, words.join(' ')] as const
}

export const emojiGroups = Object.entries(emojiData).map(([name, lines]) => ({
  name: name as keyof typeof emojiData,
  emoji: lines.trim().split('\n').map(readLine),
}))

function readLine(line: string): Emoji {
  const [symbol = '', shortcode = '', ...words] = line.split(' ')
  const translated = [...names.values()].flatMap(known => plainText(known.get(symbol) ?? '').split(' '))
  const all = [shortcode, ...shortcode.split('_'), ...words, ...translated]
  return { symbol, shortcode, words: all.filter(Boolean) }
}

/** Returns the name of an emoji in a language, or in English. */
export function emojiName({ symbol, shortcode }: Emoji, language: string) {
  return names.get(language)?.get(symbol) || shortcode.replaceAll('_', ' ')
}

/** Finds emoji with words that start as typed; a matching shortcode comes first. */
export function findEmoji(search: string, limit = Number.POSITIVE_INFINITY) {
  const typed = plainText(search.trim())
  const parts = typed.split(/\s+/)
  const found = emojiGroups
    .flatMap(({ emoji }) => emoji)
    .filter(({ words }) => parts.every(part => words.some(word => word.startsWith(part))))
  const rank = ({ shortcode, words }: Emoji) =>
    shortcode.startsWith(typed) ? 0 : words.includes(typed) ? 1 : 2
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, limit)
}
