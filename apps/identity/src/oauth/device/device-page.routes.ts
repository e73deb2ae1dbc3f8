import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { textOf } from '@atrium/core/catalogue'
import type { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { preferencesFrom } from '@atrium/core/preferences'
import { inTransaction } from '@atrium/database/transaction'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inReadingOrder, isScope } from '#access-control/scopes.contract.ts'
import { mustSetUpTwoFactor } from '#access-control/second-factor.queries.ts'
import type { Deps } from '#deps.ts'
import { errorCatalogue, Forbidden, NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { twoFactorRoles } from '#settings.ts'
import { getAuthentication } from '#tokens/user-session.queries.ts'
import { getUser } from '#users/user.queries.ts'
import type { Client } from '../clients/client.queries.ts'
import { ownSignInAddress } from '../clients/first-party-client.ts'
import { shownName } from '../clients/foreign-client.ts'
import { addConsent } from '../consent/consent.queries.ts'
import { consumeFormToken, issueFormToken } from '../pages/form-token.ts'
import { reopenPage } from '../pages/reopen-page.ts'
import { type BrowserSession, findBrowserSession } from '../session/browser-session.ts'
import { decideOnDevice, findWaitingDevice, type WaitingDevice } from '../token/device-code.queries.ts'
import { openDevicePage, submitDevicePage } from './device.contract.ts'
import { codePage, decidedPage, decisionPage } from './device-page.ts'
import { parseUserCode } from './user-code.ts'

/** RFC 8628 §3.3: a signed-in user types the code of a device and allows it. */
export function devicePageRoutes(route: Route, deps: Deps) {
  const ownOrigins = [new URL(deps.settings.IDENTITY_URL).origin]

  route(openDevicePage, {}, async ({ query, request, reply }) => {
    choosePreferences(
      request,
      reply,
      preferencesFrom({ ...(request.query as object) }, request.server.languages),
    )
    if (query.state !== undefined) return reply.redirect(wantedAddress(query.state), 302)
    const session = await findSession(deps, request)
    if (!session && request.headers['sec-fetch-site'] === 'cross-site') {
      return sendPage(reply, reopenPage(languageOf(request), request.url))
    }
    if (query.user_code === undefined) return sendCodePage(deps, reply, '')
    return session
      ? showDevice({ deps, reply, session }, query.user_code)
      : sendToSignIn(deps, reply, query.user_code)
  })

  // Few enough to guess nothing: there are 25 billion codes, each of which is valid for ten minutes.
  const rateLimit = { max: 20, timeWindow: '1 minute' }

  route(submitDevicePage, { rateLimit }, async ({ body, request, reply }) => {
    checkOriginOfChange(request, ownOrigins)
    const { user_code: typed = '', csrf_token, account, decision } = body
    const session = await findSession(deps, request)
    if (!session) return sendToSignIn(deps, reply, typed)
    const visit: Visit = { deps, reply, session }
    if (choosePreferences(request, reply, body)) return showDevice(visit, typed)
    if (!(await consumeFormToken(deps, request, csrf_token))) {
      return showDevice(visit, typed, new Forbidden('form_expired'))
    }
    if (!decision || account !== String(session.userId)) return showDevice(visit, typed)
    return decide(visit, typed, decision === 'allow')
  })
}

interface Visit {
  deps: Deps
  reply: FastifyReply
  session: BrowserSession
}

async function findSession(deps: Deps, request: FastifyRequest) {
  const found = await findBrowserSession(deps, request)
  return found === 'archived' ? null : found
}

function deviceAddress(userCode: string) {
  return userCode
    ? `${openDevicePage.path}?${new URLSearchParams({ user_code: userCode })}`
    : openDevicePage.path
}

/** After the sign-in, whose state is the page that was wanted; nothing else of it is believed. */
function wantedAddress(state: string) {
  const [, query = ''] = state.split('?')
  return deviceAddress(new URLSearchParams(query).get('user_code') ?? '')
}

function sendToSignIn({ settings }: Deps, reply: FastifyReply, userCode: string) {
  return reply
    .header('cache-control', 'no-store')
    .redirect(ownSignInAddress(settings, deviceAddress(userCode)), 303)
}

/** Asks for the decision, or for the code again. */
async function showDevice(visit: Visit, typed: string, problem?: DomainError) {
  const { deps, reply, session } = visit
  if (!typed) return sendCodePage(deps, reply, typed, problem)
  const device = await findDevice(deps, typed)
  if (!device) return sendCodePage(deps, reply, typed, new NotFound('device_code_unknown'))
  if (!hasScopes(session, device)) return sendToSignIn(deps, reply, device.userCode)
  if (await mustSetUpTwoFactor(deps.db, twoFactorRoles(deps.settings), session.userId)) {
    return reply.header('cache-control', 'no-store').redirect('/account/security', 302)
  }
  return sendDecisionPage(visit, device, problem)
}

function findDevice({ db, now }: Deps, typed: string) {
  const userCode = parseUserCode(typed)
  return userCode ? findWaitingDevice(db, userCode, now().toISOString()) : undefined
}

/** A session grants no more than it has itself. */
function hasScopes({ scopes }: BrowserSession, device: WaitingDevice) {
  return scopesOf(device)
    .filter(isScope)
    .every(scope => scopes.includes(scope))
}

function scopesOf({ scope }: WaitingDevice) {
  return inReadingOrder(scope.split(' '))
}

function sendCodePage(deps: Deps, reply: FastifyReply, userCode: string, problem?: DomainError) {
  const { request } = reply
  const language = languageOf(request)
  if (problem) reply.code(problem.statusCode)
  const formToken = issueFormToken(deps, request, reply)
  return sendPage(reply, codePage({ language, formToken, userCode, problem: textOfProblem(reply, problem) }))
}

async function sendDecisionPage(
  { deps, reply, session }: Visit,
  device: WaitingDevice,
  problem?: DomainError,
) {
  const { request } = reply
  const { id, name, surname, email } = await getUser(deps.db, session.userId)
  const { userCode, address, clientName, publicClientId, source } = device
  if (problem) reply.code(problem.statusCode)
  const page = decisionPage({
    language: languageOf(request),
    product: request.server.branding().name,
    formToken: issueFormToken(deps, request, reply),
    applicationName: shownName({
      name: clientName,
      clientId: publicClientId,
      source: source as Client['source'],
    }),
    userCode,
    scopes: scopesOf(device),
    address,
    account: { id, name: `${name} ${surname}`, email },
    ownAddress: deviceAddress(userCode),
    problem: textOfProblem(reply, problem),
  })
  return sendPage(reply, page)
}

function textOfProblem({ request }: FastifyReply, problem: DomainError | undefined) {
  return problem && textOf(errorCatalogue, languageOf(request), problem.code, problem.params)
}

async function decide(visit: Visit, typed: string, isAllowed: boolean) {
  const { deps, reply, session } = visit
  const { userId, familyId } = session
  const device = await findDevice(deps, typed)
  if (!device || (isAllowed && !hasScopes(session, device))) return showDevice(visit, typed)
  const { authenticatedAt, amr } = await getAuthentication(deps.db, familyId)
  const at = deps.now().toISOString()
  const isDecided = await inTransaction(deps, async tx => {
    if (!(await decideOnDevice(tx, device.id, { isAllowed, userId, authenticatedAt, amr }, at))) return false
    if (isAllowed) await addConsent(tx, { userId, clientId: device.clientId }, scopesOf(device), at)
    await insertAuditEntry(tx, {
      at,
      action: isAllowed ? 'device.allowed' : 'device.refused',
      actorId: userId,
      clientId: device.publicClientId,
      subjectType: 'client',
      subjectId: device.clientId,
      address: reply.request.ip,
      details: { scope: device.scope, ...(device.address && { deviceAddress: device.address }) },
    })
    return true
  })
  if (!isDecided) return showDevice(visit, typed)
  return sendPage(reply, decidedPage(languageOf(reply.request), isAllowed))
}
