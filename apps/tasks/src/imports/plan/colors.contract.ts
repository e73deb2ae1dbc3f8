// Colors of stickers and options are data of users, not of a theme: they are the same in both color schemes.
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

/** The color of a common name such as `green_dark`, or a stable one for any other word. */
export function stickerColor(word: string) {
  const known = colors.get(word.split('_')[0] ?? '')
  if (known) return known
  const sum = [...word].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return palette[sum % palette.length] ?? '#1971c2'
}
