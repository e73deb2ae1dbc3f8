const rememberedAs = 'atrium.reloaded-to-sign-in'
const pauseMs = 10_000

/**
 * A used authorization code has no business in the address bar, the history or a bookmark. The state is the page
 * that somebody wanted to open when they were asked to sign in.
 */
export function returnFromSignIn() {
  const address = new URL(window.location.href)
  const wanted = address.searchParams.get('state') ?? ''
  if (!address.searchParams.has('code')) return
  for (const name of ['code', 'state', 'iss']) address.searchParams.delete(name)
  const isOurs = /^\/(admin|account)([/?]|$)/.test(wanted)
  window.history.replaceState(null, '', isOurs ? wanted : address)
}

/** Whether the refresh cookie brought a new access token. */
export async function renewSession() {
  const { ok } = await fetch('/auth/refresh', { method: 'POST' })
  return ok
}

/** The server answers a reload with its sign-in page. If that did not help just now, the error is shown instead. */
export function reloadToSignIn() {
  const last = Number(sessionStorage.getItem(rememberedAs) ?? 0)
  if (Date.now() - last < pauseMs) return
  sessionStorage.setItem(rememberedAs, String(Date.now()))
  window.location.reload()
}
