import type { TestInstallation } from './atrium.ts'

/** The status of signing in at the running identity service. */
export async function signIn({ identityUrl }: TestInstallation, username: string, password: string) {
  const response = await fetch(`${identityUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return response.status
}

/** The status of requesting a token as a client. */
export async function requestToken(
  { identityUrl }: TestInstallation,
  clientId: string,
  clientSecret: string,
) {
  const response = await fetch(`${identityUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'user:read',
    }),
  })
  return response.status
}
