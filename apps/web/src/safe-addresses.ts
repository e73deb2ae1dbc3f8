/** Where the content of an attachment is; images are shown from there. */
export function attachmentAddress(id: number) {
  return `/attachment/${id}/content`
}

const ownImage = /^\/attachment\/\d+\/content$/

/** Only attachments are rendered: an external image would reveal to its server who reads this, and when. */
export function isOwnImage(address: unknown) {
  return ownImage.test(String(address))
}

/** Other schemes can execute code, and an address of our own could change something when it is opened. */
export function isSafeLink(address: string) {
  return /^(https?:|mailto:)/i.test(address) || ownImage.test(address)
}
