import { html } from '@atrium/core/html'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '#texts.ts'
import { ACCESS_COOKIE, REFRESH_COOKIE } from './session-cookies.ts'
import { getSignInScript, openSignIn } from './sign-in.contract.ts'

/** What the application shows to everyone: its welcome page and the page of an invitation. */
const publicPages = /^\/app(\/invitation)?\/?(\?|$)/

/**
 * A browser without a session that opens an address inside the application gets to the sign-in page without loading
 * the application.
 */
export function answerSignedOutVisit(request: FastifyRequest, reply: FastifyReply) {
  const { cookies, headers, url } = request
  const isSignedIn = Boolean(cookies[ACCESS_COOKIE] || cookies[REFRESH_COOKIE])
  if (isSignedIn || publicPages.test(url) || !headers.accept?.includes('text/html')) return undefined
  const language = languageOf(request)
  const label = texts(language).signIn.link
  const address = `${openSignIn.path}?${new URLSearchParams({ return: url })}`
  return sendPage(reply, {
    language,
    title: label,
    layout: 'blank',
    scripts: [getSignInScript.path],
    head: html`<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`,
    body: html`<p><a href="${address}">${label}</a></p>`,
  })
}
