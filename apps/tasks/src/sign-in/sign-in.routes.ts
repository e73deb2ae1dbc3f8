import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { MalformedRequest, NotAuthenticated } from '@atrium/http/errors'
import { html } from '@atrium/http/html'
import { languageOf } from '@atrium/http/language'
import { sendPage } from '@atrium/http/page'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { actorOfToken } from './session.ts'
import { setSessionCookies } from './session-cookies.ts'
import { beginSignIn, finishSignIn } from './sign-in-state.ts'
import { signOut } from './sign-out.ts'

const SCOPE = 'user:read'

const texts = {
  en: { title: 'Signing in', lead: 'You are being taken to the sign-in page.', go: 'Go there now' },
  ru: { title: 'Вход', lead: 'Вы будете перенаправлены на страницу входа.', go: 'Перейти сразу' },
}

const Text = Type.Optional(Type.String())

export function signInRoutes(app: App, deps: Deps) {
  const config = { access: open, isPage: true }

  app.get(
    '/auth/login',
    { config, schema: { tags: ['Sign-in'], querystring: Type.Object({ return: Text }) } },
    async (request, reply) => {
      const { state, codeChallenge } = beginSignIn(deps, request, reply, ownPath(deps, request.query.return))
      const address = authorizeAddress(deps, state, codeChallenge)
      const language = languageOf(request)
      const text = texts[language]
      return sendPage(reply, {
        language,
        title: text.title,
        head: html`<meta http-equiv="refresh" content="3;url=${address}">`,
        body: html`<h1>${text.title}</h1><p>${text.lead}</p><div class="progress" aria-hidden="true"><span></span></div>
<a class="button" href="${address}">${text.go}</a>`,
      })
    },
  )

  app.get(
    '/auth/callback',
    {
      config,
      schema: { tags: ['Sign-in'], querystring: Type.Object({ code: Text, state: Text, error: Text }) },
    },
    async (request, reply) => {
      const { code, state = '', error } = request.query
      const begun = finishSignIn(deps, request, reply, state)
      if (!begun)
        throw new MalformedRequest('This sign-in has expired or was begun in another browser; start it again')
      if (error) return goToFrontEnd(deps, reply, `?error=${encodeURIComponent(error)}`)
      if (!code) throw new MalformedRequest('The identity service sent no code; start the sign-in again')
      const tokens = await deps.identity.redeemCode(code, begun.codeVerifier)
      const claims = tokens && (await deps.tokenCheck.check(tokens.accessToken))
      if (!claims)
        throw new NotAuthenticated('The identity service did not confirm this sign-in; start it again')
      await actorOfToken(deps, tokens.accessToken, claims)
      setSessionCookies(reply, deps.settings, tokens)
      return goToFrontEnd(deps, reply, begun.returnPath)
    },
  )

  app.get('/auth/logout', { config: { access: open }, schema: { tags: ['Sign-in'] } }, (request, reply) =>
    signOut(deps, request, reply),
  )
}

function authorizeAddress({ settings }: Deps, state: string, codeChallenge: string) {
  const address = new URL(`${settings.IDENTITY_URL}/auth/authorize`)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: settings.TASKS_CLIENT_ID,
    redirect_uri: `${settings.TASKS_URL}/auth/callback`,
    scope: SCOPE,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }).toString()
  return address.href
}

/** Where to come back to, relative to the front end; anything that leads elsewhere is ignored. */
function ownPath({ settings }: Deps, wanted: string | undefined) {
  if (!wanted) return ''
  const target = URL.parse(wanted, settings.FRONTEND_URL)
  return target?.href.startsWith(settings.FRONTEND_URL) ? target.href.slice(settings.FRONTEND_URL.length) : ''
}

function goToFrontEnd({ settings }: Deps, reply: FastifyReply, path: string) {
  return reply.redirect(settings.FRONTEND_URL + path, 302)
}
