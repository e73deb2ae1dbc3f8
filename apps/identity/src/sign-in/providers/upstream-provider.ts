import { createHash } from 'node:crypto'

/** What a sign-in at a provider begins with. */
export interface UpstreamStart {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
  loginHint: string | undefined
  /** Whether the user has to authenticate even if they are signed in there. */
  isFresh: boolean
  maxAge: number | null
}

/** The answer of the provider: the callback address with its query, and what the sign-in began with. */
export interface UpstreamAnswer extends Pick<UpstreamStart, 'state' | 'nonce' | 'codeVerifier' | 'maxAge'> {
  url: URL
}

/** Who has signed in at a provider, after every check. */
export interface UpstreamProfile {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string
  surname: string
  groups: string[]
  /** Whether the provider is trusted for second factors and says that it has checked one. */
  hasSecondFactor: boolean
  authenticatedAt: string | null
  sid: string | null
  idToken: string | null
  /** What the provider sent, for the test of an administrator. */
  received: Record<string, unknown>
}

/** Begins and finishes sign-ins at another provider; knows neither the database nor cookies. */
export interface UpstreamProvider {
  begin: (start: UpstreamStart) => Promise<URL>
  finish: (answer: UpstreamAnswer) => Promise<UpstreamProfile>
}

/** PKCE with S256 (RFC 7636 §4.2). */
export function challengeOf(codeVerifier: string) {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}
