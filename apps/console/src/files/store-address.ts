/** Says where files are, without the key and the secret of a bucket. */
export function describeStore(url: string) {
  if (url.startsWith('file:')) return url.slice('file:'.length)
  const { host, pathname } = new URL(url)
  return `the bucket ${host}${pathname.replace(/\/$/, '')}`
}
