/** The address without its query, which can contain secrets. */
export function pathOf({ url }: { url: string }) {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
