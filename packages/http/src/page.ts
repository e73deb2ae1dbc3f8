import { readFileSync } from 'node:fs'
import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { open } from './access.ts'
import { mark } from './mark.ts'
import { varyByLanguage } from './vary-by-language.ts'

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
${mark}
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
        `default-src 'none'; ${scripts}style-src 'self'; img-src 'self' data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      )
      // With no-referrer a browser sends a form with `Origin: null`, which the origin check refuses.
      .header('referrer-policy', formTargets ? 'same-origin' : 'no-referrer')
      .header('cache-control', 'no-store')
      .send(document.text)
  )
}

export function servePageStyle(app: FastifyInstance) {
  const schema = {
    tags: ['Pages'],
    summary: 'Get the style sheet of the pages',
    description: 'The CSS that the server-rendered pages share.',
    produces: ['text/css'],
  }
  app.get(STYLE_PATH, { config: { access: open }, schema }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  )
}
