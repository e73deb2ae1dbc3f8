/** A path of this service to redirect to. `/.//example.org` would become an address of another host. */
export function ownPath(wanted: string, without: string[] = []) {
  const origin = 'http://here'
  const target = URL.parse(wanted, origin)
  if (!target || target.origin !== origin) return '/'
  for (const name of without) if (target.searchParams.has(name)) target.searchParams.delete(name)
  return `/${target.pathname.replace(/^\/+/, '')}${target.search}`
}
