/** Images that a browser shows and that cannot run anything; SVG can. */
const imageTypes = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

export function isImage(type: string) {
  return imageTypes.includes(type)
}
