import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
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
  message: string
  fields: { name: string; texts: string[] }[]
  ways: WaysOn | undefined
}

const words = {
  en: {
    field: (name: string, text: string) => `${name} ${text}`,
    number: 'Request ID',
    back: 'Go back and try again. If the problem persists, send this request ID to your administrator.',
    notFound: 'Page not found',
    notFoundLead: 'The address may be mistyped, or the page no longer exists.',
    forbidden: 'You don’t have access to this page',
    signedInAs: 'You’re signed in as',
    home: 'Back to Tasks',
    again: 'Try again',
    signIn: 'Sign in again',
    other: 'Sign in as another user',
  },
  ru: {
    field: (name: string, text: string) => `${name}: ${text}`,
    number: 'ID запроса',
    back: 'Вернитесь и попробуйте ещё раз. Если не поможет, сообщите администратору этот ID запроса.',
    notFound: 'Страница не найдена',
    notFoundLead: 'Возможно, в адресе опечатка или страницы больше нет.',
    forbidden: 'У вас нет доступа к этой странице',
    signedInAs: 'Вы вошли как',
    home: 'Вернуться к задачам',
    again: 'Попробовать ещё раз',
    signIn: 'Войти снова',
    other: 'Войти под другим именем',
  },
}

/** An error as a page, for users who opened a page or submitted its form. */
export async function errorPage(problem: Problem): Promise<Page> {
  const { request, language, status, message, fields, ways } = problem
  const text = words[language]
  if (request.is404) {
    return page(language, text.notFound, html`<p class="lead">${text.notFoundLead}</p>${homeButton(problem)}`)
  }
  const user = status === 403 ? await ways?.describeUser?.(request) : undefined
  if (user !== undefined) {
    const lead = html`<p class="lead">${text.signedInAs} <strong>${user}</strong></p>
<p class="lead quiet">${message}</p>`
    return page(language, text.forbidden, html`${lead}${homeButton(problem)}${switchUserForm(problem)}`)
  }
  const problems = fields.map(
    ({ name, texts }) => html`<p class="problem" role="alert">${text.field(name, texts.join(', '))}</p>`,
  )
  const body = html`${problems}<p class="lead">${text.back}</p>${nextStep(problem)}
<p class="lead quiet">${text.number} ${request.id}</p>`
  return page(language, message, body)
}

function page(language: Language, title: string, body: Html): Page {
  return { language, title, body: html`<h1>${title}</h1>${body}` }
}

/** Again, if it can work the next time; then the application. */
function nextStep(problem: Problem) {
  const { request, language, status, ways } = problem
  const text = words[language]
  const isTemporary = status === 429 || status >= 500
  if (isTemporary && request.method === 'GET')
    return html`${button(request.url, text.again)}${homeButton(problem, 'second')}`
  if (ways?.signIn && [400, 401].includes(status)) {
    return html`${button(ways.signIn, text.signIn)}${homeButton(problem, 'second')}`
  }
  return homeButton(problem)
}

function homeButton({ language, ways }: Problem, kind = '') {
  return ways && button(ways.home, words[language].home, kind)
}

function button(address: string, label: string, kind = '') {
  return html`<a class="button ${kind}" href="${address}">${label}</a>`
}

function switchUserForm({ request, language, ways }: Problem) {
  if (!ways?.switchUser) return undefined
  return html`<form method="post" action="${ways.switchUser}"><input type="hidden" name="return" value="${request.url}">
<button type="submit" class="second">${words[language].other}</button></form>`
}
