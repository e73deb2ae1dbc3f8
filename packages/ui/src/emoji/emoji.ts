import { emojiData } from './emoji-data.ts'

export interface Emoji {
  symbol: string
  /** The text between colons. */
  shortcode: string
  /** Lower-case words to find it by, in English and Russian. */
  words: string[]
  /** Names keyed by language; English if a language has none. */
  labels: Record<string, string>
}

export const emojiGroups = Object.entries(emojiData).map(([name, lines]) => ({
  name: name as keyof typeof emojiData,
  emoji: lines.trim().split('\n').map(readLine),
}))

function readLine(line: string): Emoji {
  const [english = '', ru = ''] = line.split('; ')
  const [symbol = '', shortcode = '', ...words] = english.split(' ')
  const en = shortcode.replaceAll('_', ' ')
  return {
    symbol,
    shortcode,
    words: [shortcode, ...en.split(' '), ...words, ...ru.split(' ')],
    labels: { en, ru },
  }
}

/** Finds emoji with words that start as typed; a matching shortcode comes first. */
export function findEmoji(search: string, limit = Number.POSITIVE_INFINITY) {
  const typed = search.trim().toLowerCase().replaceAll('ё', 'е')
  const parts = typed.split(/\s+/)
  const found = emojiGroups
    .flatMap(({ emoji }) => emoji)
    .filter(({ words }) => parts.every(part => words.some(word => word.startsWith(part))))
  const rank = ({ shortcode, words }: Emoji) =>
    shortcode.startsWith(typed) ? 0 : words.includes(typed) ? 1 : 2
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, limit)
}
