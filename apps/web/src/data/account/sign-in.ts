import { preferenceParameters } from '@atrium/ui/preferences'

const FRAGMENT = 'atrium.fragment'
const LEFT_AT = 'atrium.left-to-sign-in'
const PAUSE_MS = 10_000

/** Straight to the sign-in form. Afterwards the browser returns here, without the error of a failed attempt. */
export function signInAddress() {
  const { pathname, searchParams } = new URL(window.location.href)
  searchParams.delete('error')
  searchParams.delete('error_description')
  const back = searchParams.size ? `${pathname}?${searchParams}` : pathname
  return `/auth/sign-in?${new URLSearchParams({ return: back, ...preferenceParameters() })}`
}

/** False if it was tried a moment ago: a browser that blocks cookies would loop. */
export function canGoToSignIn() {
  return Date.now() - Number(sessionStorage.getItem(LEFT_AT) ?? 0) > PAUSE_MS
}

export function goToSignIn() {
  sessionStorage.setItem(LEFT_AT, String(Date.now()))
  keepFragment()
  window.location.replace(signInAddress())
}

/** What follows # can be a secret: it stays in this tab during the sign-in. */
export function keepFragment() {
  const { pathname, search, hash } = window.location
  if (hash) sessionStorage.setItem(FRAGMENT, JSON.stringify({ address: pathname + search, hash }))
}

/** Back at the address that `keepFragment`, or the page in front of the application, left. */
export function restoreFragment() {
  const kept = sessionStorage.getItem(FRAGMENT)
  if (!kept) return
  sessionStorage.removeItem(FRAGMENT)
  const { address, hash } = JSON.parse(kept) as { address: string; hash: string }
  const { pathname, search } = window.location
  if (address === pathname + search) window.history.replaceState(window.history.state, '', address + hash)
}
