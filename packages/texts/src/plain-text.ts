/** Returns a text without case and accents, as it is searched and compared. The breve stays: й is a letter of its own. */
export function plainText(text: string) {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u0305\u0307-\u036f]/g, '')
    .normalize('NFC')
}
