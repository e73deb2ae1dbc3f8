/** The `like` pattern of every text that contains this one, letter by letter. */
export function containing(text: string) {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const MOST_WORDS = 20

/** Each of them must be found, in whatever order. */
export function wordsOf(search = '') {
  return [...new Set(search.split(/\s+/))].filter(Boolean).slice(0, MOST_WORDS)
}
