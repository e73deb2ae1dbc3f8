// Data of the user, not of the theme: they look the same in both colour schemes.
const colors = new Map([
  ['green', '#2f9e44'],
  ['yellow', '#f08c00'],
  ['orange', '#e8590c'],
  ['red', '#e03131'],
  ['purple', '#6741d9'],
  ['blue', '#1971c2'],
  ['sky', '#0c8599'],
  ['lime', '#5c940d'],
  ['pink', '#c2255c'],
  ['black', '#343a40'],
])
const palette = [...colors.values()]

/** Trello's colour, or for any other word always the same one. */
export function stickerColor(word: string) {
  const known = colors.get(word.split('_')[0] ?? '')
  if (known) return known
  const sum = [...word].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return palette[sum % palette.length] ?? '#1971c2'
}
