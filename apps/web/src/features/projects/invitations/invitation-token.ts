const KEY = 'atrium.invitation'

/**
 * An invitation's token comes after the #, which no server sees; a sign-in leads through servers, so the token waits
 * in this tab until its reader is back.
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
