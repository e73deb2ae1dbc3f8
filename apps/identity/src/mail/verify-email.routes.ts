import { languageOf } from '@atrium/core/language'
import { type Page, sendPage } from '@atrium/http/pages/page'
import { choosePreferences } from '@atrium/http/pages/preferences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Deps } from '#deps.ts'
import { Gone } from '#errors.ts'
import type { Route } from '#route.ts'
import { applicationAddress } from '#settings.ts'
import { emailJobs } from './email-jobs.ts'
import { findMailToken, findTokenEmail } from './mail-token.queries.ts'
import * as commands from './verify-email.commands.ts'
import * as contracts from './verify-email.contract.ts'
import {
  confirmedMessage,
  confirmedPage,
  confirmPage,
  newLinkPage,
  resentPage,
} from './verify-email-pages.ts'

const rateLimit = { max: 120, timeWindow: '1 minute' }

export function verifyEmailRoutes(route: Route, deps: Deps) {
  route(contracts.openConfirmationPage, {}, async ({ query, request, reply }) =>
    sendPage(reply, await linkPage(deps, request, reply, query.token)),
  )

  route(contracts.submitConfirmationPage, { rateLimit }, async ({ body, request, reply }) => {
    const isSwitch = choosePreferences(request, reply, body)
    const showPage = isSwitch ? shownPage : nextPage
    return sendPage(reply, await showPage(deps, request, reply, body))
  })

  route(contracts.verifyEmail, { rateLimit }, async ({ body, origin }) => {
    await commands.verifyEmail(deps, body.token, origin.address)
    return { message: confirmedMessage(origin.language) }
  })

  route(
    contracts.resendVerification,
    { rateLimit: { max: 10, timeWindow: '1 minute' } },
    async ({ actor, origin }) => {
      await commands.resendVerification(deps, actor, origin.language)
      return { message: 'Confirmation email sent' }
    },
  )
}

type Form = Static<(typeof contracts.submitConfirmationPage)['body']>

/** The page that was open, in another language or theme. */
function shownPage(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<Page> | Page {
  const language = languageOf(request)
  if (form.shown === 'resent') return resentPage(language)
  if (form.shown === 'confirmed')
    return confirmedPage(language, request.server.branding().name, applicationAddress(deps.settings))
  return linkPage(deps, request, reply, form.token, form.username)
}

async function nextPage(deps: Deps, request: FastifyRequest, reply: FastifyReply, form: Form): Promise<Page> {
  const language = languageOf(request)
  const { token, shown, username } = form
  if (shown === 'expired') {
    const email = (await findTokenEmail(deps.db, deps.secrets.digest(token))) ?? username
    if (email === '') return linkPage(deps, request, reply, token)
    await emailJobs.confirmAgain(deps.db, { username: email, language })
    return resentPage(language)
  }
  try {
    await commands.verifyEmail(deps, token, request.ip)
    return confirmedPage(language, request.server.branding().name, applicationAddress(deps.settings))
  } catch (error) {
    if (!(error instanceof Gone)) throw error
    return linkPage(deps, request, reply, token)
  }
}

/** What a link opens: the button that confirms, or the offer of a new link. */
async function linkPage(
  { db, secrets, now }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  username?: string,
): Promise<Page> {
  const language = languageOf(request)
  if (!token) return newLinkPage(language, { token, isKnown: false, username })
  const digest = secrets.digest(token)
  if (await findMailToken(db, digest, 'confirm_email', now().toISOString())) {
    return confirmPage(language, token)
  }
  reply.code(410)
  return newLinkPage(language, { token, isKnown: Boolean(await findTokenEmail(db, digest)), username })
}
