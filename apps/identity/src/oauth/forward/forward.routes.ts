import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mustSetUpTwoFactor } from '#access-control/second-factor.queries.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, NotAuthenticated, NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { twoFactorRoles } from '#settings.ts'
import { randomToken } from '#tokens/secrets.ts'
import { ownSignInAddress } from '../clients/first-party-client.ts'
import { reopenPage } from '../pages/reopen-page.ts'
import { findBrowserSession } from '../session/browser-session.ts'
import { CALLBACK_PATH, checkForwarded, finishForwarded, startForwarded } from './forward.contract.ts'
import * as commands from './forward-application.commands.ts'
import * as contracts from './forward-application.contract.ts'
import * as queries from './forward-application.queries.ts'
import {
  COOKIE_SECONDS,
  issueForwardCookie,
  issueTicket,
  readForwardCookie,
  redeemTicket,
} from './forward-session.ts'
import { type ForwardedRequest, isPublicPath, parseHost, readForwardedRequest } from './forwarded-request.ts'

const SESSION_COOKIE = 'atrium_forward'
const STATE_COOKIE = 'atrium_forward_state'
const STATE_SECONDS = 900

export function forwardRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listForwardApplications, {}, ({ query }) => queries.listForwardApplications(db, query))
  route(contracts.createForwardApplication, {}, item(commands.createForwardApplication))
  route(contracts.getForwardApplication, {}, async ({ params }) => ({
    item: await queries.getForwardApplication(db, params.id),
  }))
  route(contracts.updateForwardApplication, {}, item(commands.updateForwardApplication))
  route(
    contracts.deleteForwardApplication,
    {},
    message(commands.deleteForwardApplication, 'Application removed'),
  )

  // A proxy asks about every request of an application, from one address.
  route(checkForwarded, { rateLimit: false }, async ({ query, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const forwarded = readForwardedRequest(request)
    const application = forwarded && (await queries.findApplicationOfHost(db, forwarded.host))
    if (!application) throw new NotAuthenticated('forward_sign_in_required')
    if (forwarded.uri.startsWith(`${CALLBACK_PATH}?`)) return finish(deps, reply, forwarded)
    const user = await findUser(deps, request, forwarded)
    setHeaders(reply, user)
    if (isPublicPath(application.publicPaths, forwarded.uri)) return reply.code(200).send()
    if (!user) return refuse(deps, reply, forwarded, query.redirect === '401')
    const { requiredGroups } = application
    const isMember = user.groups.some(({ id }) => requiredGroups.includes(id))
    if (requiredGroups.length > 0 && !isMember) throw new Forbidden('forward_group_required')
    return reply.code(200).send()
  })

  route(startForwarded, {}, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    if (query.state !== undefined) return reply.redirect(startAddress(query.state), 302)
    const target = URL.parse(query.to ?? '')
    const host = target && /^https?:$/.test(target.protocol) ? parseHost(target.host) : undefined
    if (!target || !host || !(await queries.findApplicationOfHost(db, host)))
      throw new NotFound('forward_host_unknown')
    return start(deps, reply, { target, host, stateDigest: query.digest ?? '' })
  })

  route(finishForwarded, {}, async ({ request, reply }) => {
    const forwarded = readForwardedRequest(request)
    if (!forwarded) throw new Forbidden('forward_sign_in_expired')
    return finish(deps, reply, { ...forwarded, uri: request.url })
  })
}

async function findUser(deps: Deps, { cookies }: FastifyRequest, { host }: ForwardedRequest) {
  const cookie = cookies[SESSION_COOKIE]
  const session = cookie ? readForwardCookie(deps, cookie, host) : undefined
  return session && queries.findForwardedUser(deps.db, session)
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** They are empty without a user: Caddy would forward the name of its placeholder for a missing header. */
function setHeaders(reply: FastifyReply, user: User | undefined) {
  const names = user?.groups.map(group => group.name.replaceAll(',', ' ')) ?? []
  reply.headers({
    'remote-user': user ? String(user.id) : '',
    'remote-name': bytesOf(user ? `${user.name} ${user.surname}`.trim() : ''),
    'remote-email': bytesOf(user?.email ?? ''),
    'remote-groups': bytesOf(names.join(',')),
  })
}

/** Node writes a header character by character: this makes it send the text as UTF-8. */
function bytesOf(text: string) {
  return Buffer.from(text).toString('latin1')
}

/** Sends the browser to the sign-in page; its state cookie keeps others from ending the sign-in in this browser. */
function refuse(
  { settings, secrets }: Deps,
  reply: FastifyReply,
  forwarded: ForwardedRequest,
  as401: boolean,
) {
  const { host, protocol, uri, isPage } = forwarded
  if (!isPage) throw new NotAuthenticated('forward_sign_in_required')
  const state = reply.request.cookies[STATE_COOKIE] ?? randomToken()
  const start = new URLSearchParams({ to: `${protocol}://${host}${uri}`, digest: secrets.digest(state) })
  const address = `${settings.IDENTITY_URL}${startForwarded.path}?${start}`
  reply.setCookie(STATE_COOKIE, state, { ...cookieOf(forwarded), maxAge: STATE_SECONDS })
  return as401 ? reply.code(401).header('location', address).send() : reply.redirect(address, 302)
}

/** The cookie belongs to the host of the application alone; links from other sites keep working. */
function cookieOf({ protocol }: ForwardedRequest) {
  return { path: '/', httpOnly: true, secure: protocol === 'https', sameSite: 'lax' as const }
}

/** After the sign-in, whose state is our own address that was wanted; nothing else of it is believed. */
function startAddress(state: string) {
  const [, query = ''] = state.split('?')
  const { to = '', digest = '' } = Object.fromEntries(new URLSearchParams(query))
  return `${startForwarded.path}?${new URLSearchParams({ to, digest })}`
}

interface Start {
  target: URL
  host: string
  stateDigest: string
}

/** Leads to the application with a ticket, or to what has to be done before. */
async function start(deps: Deps, reply: FastifyReply, { target, host, stateDigest }: Start) {
  const { request } = reply
  const session = await findBrowserSession(deps, request)
  if (session === null && request.headers['sec-fetch-site'] === 'cross-site')
    return sendPage(reply, reopenPage(languageOf(request), request.url))
  if (session === null || session === 'archived')
    return reply.redirect(ownSignInAddress(deps.settings, request.url), 302)
  const { userId, familyId } = session
  if (await mustSetUpTwoFactor(deps.db, twoFactorRoles(deps.settings), userId))
    return reply.redirect('/account/security', 302)
  const ticket = issueTicket(deps, { userId, familyId, host }, stateDigest)
  const to = target.pathname + target.search
  return reply.redirect(`${target.origin}${CALLBACK_PATH}?${new URLSearchParams({ ticket, to })}`, 302)
}

async function finish(deps: Deps, reply: FastifyReply, forwarded: ForwardedRequest) {
  const query = new URLSearchParams(forwarded.uri.split('?')[1])
  const state = reply.request.cookies[STATE_COOKIE]
  const ticket = query.get('ticket')
  const session = ticket && state ? await redeemTicket(deps, ticket, forwarded.host, state) : undefined
  if (!session) throw new Forbidden('forward_sign_in_expired')
  const to = query.get('to') ?? '/'
  const isPath = /^\/(?![/\\])/.test(to) && !/[\r\n]/.test(to)
  reply.setCookie(SESSION_COOKIE, issueForwardCookie(deps, session), {
    ...cookieOf(forwarded),
    maxAge: COOKIE_SECONDS,
  })
  reply.clearCookie(STATE_COOKIE, cookieOf(forwarded))
  return reply.header('cache-control', 'no-store').redirect(isPath ? to : '/', 302)
}
