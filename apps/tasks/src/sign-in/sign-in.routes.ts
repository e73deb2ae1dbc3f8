import { MalformedRequest, NotAuthenticated } from '@atrium/core/errors'
import { html } from '@atrium/core/html'
import { languageOf } from '@atrium/core/language'
import { Message } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { sendPage } from '@atrium/http/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { synchroniseAtSignIn } from './session.ts'
import { sessionCookiesCleared, sessionCookiesSet, setSessionCookies } from './session-cookies.ts'
import { beginSignIn, finishSignIn, returnPathOfExpired } from './sign-in-state.ts'
import { signOut } from './sign-out.ts'

const SCOPE = 'user:read'

const texts = {
  en: { title: 'Signing in', lead: 'Redirecting you to the sign-in page.', go: 'Continue' },
  ru: { title: 'Вход', lead: 'Переходим на страницу входа.', go: 'Продолжить' },
}

const Text = Type.Optional(Type.String())

const onward = { 302: 'To the front end, or to the sign-in page if the sign-in has expired' }

export function signInRoutes(app: App, deps: Deps) {
  const config = { access: open, isPage: true }

  app.get(
    '/auth/login',
    {
      config: {
        ...config,
        openapi: { setCookie: '`app_oauth_state`, which binds the sign-in to the browser' },
      },
      schema: {
        tags: ['Sign-in'],
        summary: 'Start a sign-in',
        description:
          'A page that leads to the sign-in page of the identity service after three seconds, or at once by its link. After the sign-in, the browser returns to `return`, a path of the front end.',
        querystring: Type.Object({ return: Text }),
      },
    },
    async (request, reply) => {
      const begun = beginSignIn(deps, request, reply, ownPath(deps, request.query.return))
      const address = authorizeAddress(deps, begun)
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
      config: {
        ...config,
        refuses: [400, 401, 409],
        openapi: { statuses: onward, setCookie: sessionCookiesSet },
      },
      schema: {
        tags: ['Sign-in'],
        summary: 'Finish a sign-in',
        description:
          'The identity service redirects here with `code` and `state`. Sets the session cookies and redirects to the front end; an error is passed on as `?error=…`. An unknown or already used `state` is 400; an expired one starts the sign-in again.',
        querystring: Type.Object({ code: Text, state: Text, error: Text }),
        produces: [],
      },
    },
    async (request, reply) => {
      const { code, state = '', error } = request.query
      const begun = await finishSignIn(deps, request, reply, state)
      if (!begun) return beginAgain(deps, request, reply, state)
      if (error) return goToFrontEnd(deps, reply, `?error=${encodeURIComponent(error)}`)
      if (!code) throw new MalformedRequest('The identity service sent no code; start the sign-in again')
      const tokens = await deps.identity.redeemCode(code, begun.codeVerifier)
      const claims = tokens && (await deps.tokenCheck.check(tokens.accessToken))
      if (!claims)
        throw new NotAuthenticated('The identity service did not confirm this sign-in; start it again')
      await synchroniseAtSignIn(deps, tokens.accessToken, claims)
      setSessionCookies(reply, deps.settings, tokens)
      return goToFrontEnd(deps, reply, begun.returnPath)
    },
  )

  app.get(
    '/auth/logout',
    {
      config: {
        access: open,
        changesState: true,
        refuses: [401],
        openapi: {
          security: [{ bearer: [] }, { app_access_token: [] }, {}],
          setCookie: sessionCookiesCleared,
        },
      },
      schema: {
        tags: ['Sign-in'],
        summary: 'Sign out',
        description:
          'Ends the session here and at the identity service, and clears the cookies. Returns the status and the `Set-Cookie` lines of the identity service.',
        response: { 200: Message },
      },
    },
    (request, reply) => signOut(deps, request, reply),
  )
}

/** Nothing that came so late counts; but whoever signed in meanwhile is on their way without being asked again. */
function beginAgain(deps: Deps, request: FastifyRequest, reply: FastifyReply, state: string) {
  const returnPath = returnPathOfExpired(deps, state)
  if (returnPath === undefined)
    throw new MalformedRequest('This sign-in was begun in another browser or is over; start it again')
  return reply.redirect(authorizeAddress(deps, beginSignIn(deps, request, reply, returnPath)), 302)
}

type Begun = ReturnType<typeof beginSignIn>

function authorizeAddress({ settings }: Deps, { state, codeChallenge }: Begun) {
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

/** Where to come back to, relative to the front end, whose own path may be left out; what leads elsewhere is ignored. */
function ownPath(deps: Deps, wanted = '') {
  const frontEnd = frontEndOf(deps)
  const target = wanted && URL.parse(wanted, frontEnd.href)
  if (!target || target.origin !== frontEnd.origin) return ''
  if (`${target.pathname}/` === frontEnd.pathname) target.pathname = frontEnd.pathname
  const path = target.pathname + target.search + target.hash
  return path.startsWith(frontEnd.pathname) ? path.slice(frontEnd.pathname.length) : path.slice(1)
}

function goToFrontEnd(deps: Deps, reply: FastifyReply, path: string) {
  return reply.redirect(path ? frontEndOf(deps).href + path : deps.settings.FRONTEND_URL, 302)
}

/** With the slash that keeps what follows a path: without it `.example.org` would lengthen the name of the host. */
function frontEndOf({ settings }: Deps) {
  return new URL(settings.FRONTEND_URL.replace(/\/?$/, '/'))
}
