const KEY = 'atrium.invitation'

/**
 * The token of an invitation is in the fragment, which is never sent to a server; during sign-in it is kept in this tab.
 */
export function keepInvitationToken(fragment = window.location.hash) {
  const token = new URLSearchParams(fragment.slice(1)).get('token')
  if (token) sessionStorage.setItem(KEY, token)
}

export function invitationToken() {
  keepInvitationToken()
  return sessionStorage.getItem(KEY)
}

export function forgetInvitationToken() {
  sessionStorage.removeItem(KEY)
}

const INTENT = 'atrium.invitation-accepted'

/** Signing in or creating an account at the landing is the decision to join. */
export function expectToJoin() {
  sessionStorage.setItem(INTENT, 'yes')
}

/** Once: a reload of the page asks. */
export function takeJoinIntent() {
  const isExpected = sessionStorage.getItem(INTENT) !== null
  sessionStorage.removeItem(INTENT)
  return isExpected
}
