import { readFileSync } from 'node:fs'
import { type Branding, legalLinks, logoAddress } from '@atrium/core/branding.contract'
import { endpoint, open } from '@atrium/core/contract'
import { Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import { languageEntry } from '@atrium/core/languages'
import { type Theme, themes } from '@atrium/core/preferences'
import { texts } from '@atrium/texts/shared'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addRoute } from '../routes/route.ts'
import { brandStyleAddress } from './brand-style.ts'
import { fontFaces, servePageFonts } from './page-font.ts'
import { themeOf } from './preferences.ts'

export interface Page {
  language: Language
  title: string
  body: Html
  head?: Html
  /** Where the page's forms can lead besides this service, redirects included. */
  formTargets?: string[]
  /** Scripts of this service; they can send requests to this service only. */
  scripts?: string[]
  /** The id of its form. The switches of language and theme submit it too, so that nothing typed is lost. */
  form?: string
  /** Where the switches lead if the page can't be opened again. */
  reopensAt?: string
  /** It has no other language to switch to. */
  isMonolingual?: boolean
  /** A guide is wide and has a header; a board takes the whole width; a blank page shows nothing unless it stays open. */
  layout?: 'card' | 'guide' | 'board' | 'blank'
}

/** An arch with light in its door; with its own colors, so that it works on any background. */
export const mark = new Html(
  '<svg class="mark" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true">' +
    '<rect width="32" height="32" rx="9" fill="#3357e6"/>' +
    '<path d="M7.5 25V15.5a8.5 8.5 0 0 1 17 0V25" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>' +
    '<path d="M12.4 25v-8.4a3.6 3.6 0 0 1 7.2 0V25a1.3 1.3 0 0 1-1.3 1.3h-4.6A1.3 1.3 0 0 1 12.4 25Z" fill="#ffc24b"/></svg>',
)

/** The nested arches of the welcome page of the web application. */
const arches = new Html(
  `<svg class="arches" aria-hidden="true">${[680, 540, 410, 290]
    .map(radius => `<path d="M${-radius} 2000V0A${radius} ${radius} 0 0 1 ${radius} 0V2000Z"/>`)
    .join('')}</svg>`,
)

const STYLE_PATH = '/assets/page.css'
const style = fontFaces + readFileSync(new URL('./page.css', import.meta.url), 'utf8')

/** The uploaded picture, or the mark of Atrium in the accent color. */
export function logoOf(branding: Branding) {
  const address = logoAddress(branding)
  if (address) return html`<img class="mark" src="${address}" alt="">`
  return branding.accentColor ? new Html(mark.text.replace('#3357e6', branding.accentColor)) : mark
}

function iconOf(branding: Branding) {
  return logoAddress(branding) ?? `data:image/svg+xml,${encodeURIComponent(logoOf(branding).text)}`
}

export function sendPage(reply: FastifyReply, page: Page) {
  const { language, title, body, head, formTargets, scripts = [], layout = 'card' } = page
  const { request } = reply
  const theme = themeOf(request)
  const branding = request.server.branding()
  const { name } = branding
  const formAction = ["'self'", ...(formTargets ?? [])].join(' ')
  const document = html`<!doctype html>
<html lang="${language}"${languageEntry(language).direction === 'rtl' && html` dir="rtl"`}${theme !== 'system' && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
<title>${title === name ? title : `${title} · ${name}`}</title>
<link rel="icon" href="${iconOf(branding)}">
<link rel="stylesheet" href="${STYLE_PATH}">
${brandStyleAddress(branding) && html`<link rel="stylesheet" href="${brandStyleAddress(branding)}">`}
${head}
${scripts.map(script => html`<script type="module" src="${script}"></script>`)}
</head>
<body class="${layout}">
${arches}
${layout === 'guide' && html`<header><a href="/">${logoOf(branding)}<span>${name}</span></a></header>`}
<main>
${layout === 'card' && logoOf(branding)}
${body}
</main>
${layout !== 'blank' && switches(request, page, theme)}
</body>
</html>
`
  const scriptPolicy = scripts.length > 0 ? "script-src 'self'; connect-src 'self'; " : ''
  return (
    varyByLanguage(reply)
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; ${scriptPolicy}style-src 'self'; font-src 'self'; img-src 'self' data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
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

/** Buttons, since pages work without scripts. They are last, so that Enter submits the form of the page. */
function switches(request: FastifyRequest, { language, form, reopensAt, isMonolingual }: Page, theme: Theme) {
  const text = texts(language).pages.switches
  const { languages } = request.server
  const choice = (name: string, value: string, label: string, isChosen: boolean) =>
    html`<button form="${form ?? 'preferences'}" name="${name}" value="${value}" formnovalidate aria-pressed="${String(isChosen)}">${label}</button>`
  return html`<footer>
${form === undefined && ownForm(request, reopensAt)}
${
  !isMonolingual &&
  languages.length > 1 &&
  html`<div class="switch" role="group" aria-label="${text.language}">${languages.map(code =>
    choice('language', code, languageEntry(code).name, code === language),
  )}</div>`
}
<div class="switch" role="group" aria-label="${text.theme}">${themes.map(value =>
    choice('theme', value, text.themes[value], value === theme),
  )}</div>
${legal(request, language)}
</footer>`
}

/** The links that the law asks for, if administrators have set them. */
function legal({ server }: FastifyRequest, language: Language) {
  const branding = server.branding()
  const text = texts(language).pages.legal
  const links = legalLinks.flatMap(name => {
    const address = branding[`${name}Url`]
    return address ? [html`<a href="${address}">${text[name]}</a>`] : []
  })
  return links.length > 0 && html`<nav class="legal" aria-label="${text.label}">${links}</nav>`
}

/** A page that answers a form can't be opened again: its switches lead to the start page. */
function ownForm({ method, url }: FastifyRequest, address = method === 'GET' ? url : '/') {
  return html`<form id="preferences" method="post" action="/preferences"><input type="hidden" name="return" value="${address}"></form>`
}

const getPageStyle = endpoint('getPageStyle', `GET ${STYLE_PATH}`, {
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
