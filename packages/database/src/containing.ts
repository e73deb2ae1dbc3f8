/** The `like` pattern of every text that contains this one literally. */
export function containing(text: string) {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const MOST_WORDS = 20

/** Every word must be found, in any order. */
export function wordsOf(search = '') {
  return [...new Set(search.split(/\s+/))].filter(Boolean).slice(0, MOST_WORDS)
}
