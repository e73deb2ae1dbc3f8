import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import { fillIn } from '@atrium/texts/fill-in'
import { texts } from '@atrium/texts/shared'
import type { FastifyRequest } from 'fastify'
import type { Page } from './page.ts'

/** What error pages of a service offer next. */
export interface WaysOn {
  /** The address of the application. */
  home: string
  /** Where a sign-in that failed starts again. */
  signIn?: string
  /** A form that ends the session and returns to `return`. */
  switchUser?: string
  /** Who is signed in, as shown to them. */
  describeUser?: (request: FastifyRequest) => Promise<string | undefined>
}

interface Problem {
  request: FastifyRequest
  language: Language
  status: number
  /** What a user can make of it, if the message is for developers; otherwise the message is the title. */
  title: string | undefined
  message: string
  fields: { name: string; texts: string[] }[]
  ways: WaysOn | undefined
}

/** An error as a page, for users who opened a page or submitted its form. */
export async function errorPage(problem: Problem): Promise<Page> {
  const { request, language, status, title, message, fields, ways } = problem
  const text = texts(language).pages.error
  if (request.is404) {
    return page(language, text.notFound, html`<p class="lead">${text.notFoundLead}</p>${homeButton(problem)}`)
  }
  const user = status === 403 ? await ways?.describeUser?.(request) : undefined
  if (user !== undefined) {
    const lead = html`<p class="lead">${text.signedInAs} <strong>${user}</strong></p>
<p class="lead quiet">${message}</p>`
    return page(
      language,
      title ?? text.forbidden,
      html`${lead}${homeButton(problem)}${switchUserForm(problem)}`,
    )
  }
  const problems = fields.map(
    ({ name, texts }) =>
      html`<p class="problem" role="alert">${fillIn(text.field, { name, text: texts.join(', ') }, language)}</p>`,
  )
  const cause = title && html`<p class="lead">${message}</p>`
  const body = html`${problems}${cause}<p class="lead">${status === 404 ? text.gone : text.back}</p>${nextStep(problem)}
<p class="lead quiet">${text.number} ${request.id}</p>`
  return page(language, title ?? message, body)
}

function page(language: Language, title: string, body: Html): Page {
  return { language, title, body: html`<h1>${title}</h1>${body}` }
}

/** Again, if it can work the next time; then the application. */
function nextStep(problem: Problem) {
  const { request, language, status, ways } = problem
  const text = texts(language).pages.error
  const isTemporary = status === 429 || status >= 500
  if (isTemporary && request.method === 'GET')
    return html`${button(request.url, text.again)}${homeButton(problem, 'second')}`
  if (ways?.signIn && [400, 401].includes(status)) {
    return html`${button(ways.signIn, text.signIn)}${homeButton(problem, 'second')}`
  }
  return homeButton(problem)
}

function homeButton({ language, ways }: Problem, kind = '') {
  return ways && button(ways.home, texts(language).pages.error.home, kind)
}

function button(address: string, label: string, kind = '') {
  return html`<a class="button ${kind}" href="${address}">${label}</a>`
}

function switchUserForm({ request, language, ways }: Problem) {
  if (!ways?.switchUser) return undefined
  return html`<form method="post" action="${ways.switchUser}"><input type="hidden" name="return" value="${request.url}">
<button type="submit" class="second">${texts(language).pages.error.other}</button></form>`
}
