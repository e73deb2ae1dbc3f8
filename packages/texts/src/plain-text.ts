/** Returns a text without case and accents, as it is searched and compared. */
export function plainText(text: string) {
  return withoutAccents(text.toLowerCase())
}

/** Removes accents from text and from the source of regular expressions. The breve stays: й is not an accented и. */
export function withoutAccents(text: string) {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u0305\u0307-\u036f]/g, '')
    .normalize('NFC')
}
