/** Suggested colours of stickers and priorities: data of the user, the same in both colour schemes. */
export const swatches = [
  '#e03131',
  '#e8590c',
  '#f08c00',
  '#2f9e44',
  '#0c8599',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#5c940d',
  '#495057',
]
