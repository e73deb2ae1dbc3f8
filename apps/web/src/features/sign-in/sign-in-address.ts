/** Where to sign in; afterwards the reader is back at `address`, without the traces of a failed attempt. */
export function signInAddress(address: string) {
  const { pathname, searchParams } = new URL(address)
  searchParams.delete('error')
  searchParams.delete('error_description')
  const back = searchParams.size ? `${pathname}?${searchParams}` : pathname
  return `/auth/login?return=${encodeURIComponent(back)}`
}
