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
