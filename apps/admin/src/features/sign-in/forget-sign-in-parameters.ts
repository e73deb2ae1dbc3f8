/** A used authorization code has no business in the address bar, the history or a bookmark. */
export function forgetSignInParameters() {
  const address = new URL(window.location.href)
  for (const name of ['code', 'state', 'iss']) address.searchParams.delete(name)
  if (address.href !== window.location.href) window.history.replaceState(null, '', address)
}
