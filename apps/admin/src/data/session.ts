import { ApiError } from '@atrium/client/api-error'

const rememberedAs = 'atrium.reloaded-to-sign-in'
const pauseMs = 10_000

/**
 * Keeps used authorization codes out of the address bar, the history and bookmarks. The state is the page that the
 * user wanted to open before signing in.
 */
export function returnFromSignIn() {
  const address = new URL(window.location.href)
  const wanted = address.searchParams.get('state') ?? ''
  if (!address.searchParams.has('code')) return
  for (const name of ['code', 'state', 'iss']) address.searchParams.delete(name)
  const isOurs = /^\/(admin|account)([/?]|$)/.test(wanted)
  window.history.replaceState(null, '', isOurs ? wanted : address)
}

/**
 * True if the refresh cookie yielded a new access token. Only a refusal ends the session: a reload because of a busy
 * server would lose what was typed.
 */
export async function renewSession() {
  const { ok, status, statusText } = await fetch('/auth/refresh', { method: 'POST' }).catch(() => {
    throw new ApiError(0, 'The server is not responding')
  })
  if (status === 429 || status >= 500) throw new ApiError(status, statusText)
  return ok
}

/** The server answers a reload with its sign-in page. If that has just failed to help, the error is shown instead. */
export function reloadToSignIn() {
  const last = Number(sessionStorage.getItem(rememberedAs) ?? 0)
  if (Date.now() - last < pauseMs) return
  sessionStorage.setItem(rememberedAs, String(Date.now()))
  window.location.reload()
}
