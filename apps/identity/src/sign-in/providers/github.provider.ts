import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import { secretOf } from './provider.commands.ts'
import type { OidcSettings } from './provider.contract.ts'
import type { StoredProvider } from './provider.queries.ts'
import { challengeOf, type UpstreamProvider } from './upstream-provider.ts'
import { fetchThrough, upstreamError } from './upstream-request.ts'

const MAX_GROUPS = 100

interface Account {
  id: number
  login: string
  name: string | null
}

interface Email {
  email: string
  primary: boolean
  verified: boolean
}

/** GitHub speaks OAuth 2.0 without OpenID Connect. The number of an account never changes; its name and address can. */
export function githubProvider(deps: Deps, provider: StoredProvider): UpstreamProvider {
  const { issuer, clientId, scopes } = provider.settings as OidcSettings
  const site = issuer.replace(/\/$/, '')
  // GitHub Enterprise has its API at its own address.
  const api = site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`
  const send = fetchThrough(deps.outbound)

  async function redeem(code: string, redirectUri: string, codeVerifier: string) {
    const form = {
      client_id: clientId,
      client_secret: secretOf(deps, provider) ?? '',
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    }
    const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
    const body = String(new URLSearchParams(form))
    const answer = await send(`${site}/login/oauth/access_token`, { method: 'POST', headers, body })
    const { access_token: token, error } = (await answer.json()) as Record<string, unknown>
    if (typeof token !== 'string') throw new Error(`GitHub refused the code: ${String(error)}`)
    return token
  }

  async function read<Answer>(path: string, token: string): Promise<Answer> {
    const headers = { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` }
    const answer = await send(`${api}${path}`, { headers })
    if (answer.status !== 200) throw new Error(`GitHub answered ${answer.status} to ${path}`)
    return (await answer.json()) as Answer
  }

  return {
    begin: async ({ redirectUri, state, codeVerifier, loginHint }) => {
      const url = new URL(`${site}/login/oauth/authorize`)
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        code_challenge: challengeOf(codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint && { login: loginHint }),
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url
    },

    finish: async ({ url, codeVerifier }) => {
      const { code, error } = Object.fromEntries(url.searchParams)
      if (error === 'access_denied') throw new Forbidden('upstream_refused', { name: provider.name })
      if (!code) throw new Forbidden('upstream_answer_invalid', { name: provider.name })
      try {
        const token = await redeem(code, url.origin + url.pathname, codeVerifier)
        const account = await read<Account>('/user', token)
        if (!Number.isSafeInteger(account.id)) throw new Error('GitHub sent no account')
        const emails = await read<Email[]>('/user/emails', token)
        const asksForGroups = scopes.split(' ').includes('read:org')
        const groups = asksForGroups
          ? (await read<{ login: string }[]>(`/user/orgs?per_page=${MAX_GROUPS}`, token)).map(
              ({ login }) => login,
            )
          : []
        const address = emails.find(({ primary }) => primary)
        const [name = '', ...rest] = (account.name ?? account.login).trim().split(/\s+/)
        return {
          issuer: site,
          subject: String(account.id),
          email: address?.email ?? null,
          isEmailVerified: address?.verified === true,
          name,
          surname: rest.join(' '),
          groups,
          hasSecondFactor: false,
          authenticatedAt: null,
          sid: null,
          idToken: null,
          received: { id: account.id, login: account.login, name: account.name, emails, groups },
        }
      } catch (thrown) {
        throw upstreamError(thrown, provider.name)
      }
    },
  }
}
