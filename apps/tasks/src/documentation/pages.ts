import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Guide } from '@atrium/http/pages/guides/render-guide'
import type { Page } from '@atrium/http/pages/page'
import { texts } from '#texts.ts'

export const links = {
  application: '/app/',
  documentation: '/docs',
  api: '/docs/apidoc',
  description: '/docs/apidoc/json',
}

/** Leads on to the application, which shows the sign-in form, so that nobody has to choose anything first. */
export function startPage(language: Language, product: string, version: string): Page {
  const text = texts(language, product).documentation.start
  return {
    language,
    title: product,
    head: html`<meta http-equiv="refresh" content="0; url=${links.application}">`,
    body: html`<h1>${product}</h1><p class="lead">${text.lead}</p><a class="button" href="${links.application}">${text.app}</a>
<p class="links"><a href="${links.documentation}">${text.guides}</a><a href="${links.api}">${text.api}</a></p>
<p class="lead quiet">${version}</p>`,
  }
}

export function contentsPage(language: Language, guides: Map<string, Guide>): Page {
  const text = texts(language).documentation.guides
  const entries = [...guides].map(
    ([name, { title, lead }]) =>
      html`<li><a href="/docs/${name}">${title}</a><p class="quiet">${lead}</p></li>`,
  )
  return {
    language,
    title: text.title,
    layout: 'guide',
    body: html`<h1>${text.title}</h1><p class="lead">${text.lead}</p><ul class="contents">${entries}</ul>
<p><a href="/docs/guides">${text.developers}</a></p>
<p><a href="/docs/apidoc">${text.interactive}</a></p>
<p><a href="/docs/apidoc/json">${text.description}</a></p>`,
  }
}

export function guidePage(language: Language, guides: Map<string, Guide>, shown: Guide): Page {
  const { title, lead, body } = shown
  const text = texts(language).documentation.guides
  const links = [...guides].map(([name, guide]) => {
    const current = guide === shown && html` aria-current="page"`
    return html`<a href="/docs/${name}"${current}>${guide.title}</a>`
  })
  const navigation = html`<nav aria-label="${text.title}"><a href="/docs">${text.title}</a>${links}</nav>`
  return {
    language,
    title,
    layout: 'guide',
    body: html`${navigation}<h1>${title}</h1><p class="lead">${lead}</p>${body}`,
  }
}
