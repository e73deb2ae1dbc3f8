import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { open } from './access.ts'
import type { DomainError } from './errors.ts'
import { type Html, html } from './html.ts'
import { mark } from './mark.ts'

export type Language = 'en' | 'ru'

export interface Page {
  language: Language
  title: string
  body: Html
  head?: Html
  /** Where the page's forms may lead, beyond this service (a form's redirects count too). */
  formTargets?: string[]
  /** Where a script of ours is that makes the page more convenient; it may ask this service. */
  script?: string
}

const STYLE_PATH = '/assets/page.css'
const icon = `data:image/svg+xml,${encodeURIComponent(mark.text)}`
const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8')

export function sendPage(
  reply: FastifyReply,
  { language, title, body, head, formTargets = [], script }: Page,
) {
  const formAction = ["'self'", ...formTargets].join(' ')
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Atrium</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
${head}
${script && html`<script type="module" src="${script}"></script>`}
</head>
<body>
<main>
${mark}
${body}
</main>
</body>
</html>
`
  const scripts = script ? "script-src 'self'; connect-src 'self'; " : ''
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; ${scripts}style-src 'self'; img-src 'self' data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(document.text)
}

export function servePageStyle(app: FastifyInstance) {
  app.get(STYLE_PATH, { config: { access: open }, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  )
}

const texts = {
  en: {
    number: 'Request',
    back: 'Go back and try again. If it happens again, tell your administrator this number.',
  },
  ru: {
    number: 'Запрос',
    back: 'Вернитесь и попробуйте ещё раз. Если не поможет, сообщите администратору этот номер.',
  },
}

export function errorPage(request: FastifyRequest, error: DomainError): Page {
  const language = languageOf(request)
  const text = texts[language]
  return {
    language,
    title: error.message,
    body: html`<h1>${error.message}</h1>${fieldMessages(error)}<p>${text.back}</p><p class="quiet">${text.number} ${request.id}</p>`,
  }
}

function fieldMessages({ details }: DomainError) {
  const errors = Object.entries((details?.errors ?? {}) as Record<string, string[]>)
  return errors.map(
    ([field, messages]) => html`<p class="problem" role="alert">${field} ${messages.join(', ')}</p>`,
  )
}

/** The first language of the browser's list that we speak. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase().match(/\b(en|ru)\b/)
  return (wanted?.[1] as Language | undefined) ?? 'en'
}
