/** The `like` pattern of every text that contains this one, letter by letter. */
export function containing(text: string) {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
