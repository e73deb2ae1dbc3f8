import { readFileSync } from 'node:fs'
import { contract, open } from '@atrium/core/contract'
import { Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fontFaces, servePageFonts } from './page-font.ts'
import { addRoute } from './route.ts'

export interface Page {
  language: Language
  title: string
  body: Html
  head?: Html
  /** Where the page's forms can lead besides this service, redirects included. */
  formTargets?: string[]
  /** A script of this service; it can send requests to this service only. */
  script?: string
}

/** An arch with light in its door; with its own colors, so that it works on any background. */
export const logo = new Html(
  '<svg class="mark" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true">' +
    '<rect width="32" height="32" rx="9" fill="#3357e6"/>' +
    '<path d="M7.5 25V15.5a8.5 8.5 0 0 1 17 0V25" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>' +
    '<path d="M12.4 25v-8.4a3.6 3.6 0 0 1 7.2 0V25a1.3 1.3 0 0 1-1.3 1.3h-4.6A1.3 1.3 0 0 1 12.4 25Z" fill="#ffc24b"/></svg>',
)

const STYLE_PATH = '/assets/page.css'
const icon = `data:image/svg+xml,${encodeURIComponent(logo.text)}`
const style = fontFaces + readFileSync(new URL('./page.css', import.meta.url), 'utf8')

export function sendPage(reply: FastifyReply, { language, title, body, head, formTargets, script }: Page) {
  const formAction = ["'self'", ...(formTargets ?? [])].join(' ')
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
${logo}
${body}
</main>
</body>
</html>
`
  const scripts = script ? "script-src 'self'; connect-src 'self'; " : ''
  return (
    varyByLanguage(reply)
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; ${scripts}style-src 'self'; font-src 'self'; img-src 'self' data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      )
      // With no-referrer a browser sends a form with `Origin: null`, which the origin check refuses.
      .header('referrer-policy', formTargets ? 'same-origin' : 'no-referrer')
      .header('cache-control', 'no-store')
      .send(document.text)
  )
}

/** For caches: the reply depends on the language of the request. */
export function varyByLanguage(reply: FastifyReply) {
  const others = [reply.getHeader('vary') ?? []].flat()
  return reply.header('vary', [...others, 'Accept-Language'].join(', '))
}

const getPageStyle = contract({
  method: 'GET',
  path: STYLE_PATH,
  tag: 'Pages',
  summary: 'Get the style sheet of the pages',
  description: 'The CSS that the server-rendered pages share.',
  access: open,
  produces: ['text/css'],
})

export function servePageStyle(app: FastifyInstance) {
  servePageFonts(app)
  addRoute(app, getPageStyle, { rule: open }, ({ reply }) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  )
}
