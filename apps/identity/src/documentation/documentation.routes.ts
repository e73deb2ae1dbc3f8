import { html } from '@atrium/core/html'
import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import type { Route } from '#route.ts'
import { texts } from '#texts.ts'
import { getDocumentation, getStartPage } from './documentation.contract.ts'

const links = {
  documentation: '/docs',
  api: '/docs/apidoc',
  description: '/docs/apidoc/json',
  admin: '/admin',
  account: '/account',
}

export function documentationRoutes(route: Route, version: string) {
  route(getStartPage, {}, ({ request, reply }) => {
    if (!request.headers.accept?.includes('text/html'))
      return { name: 'Atrium identity service', version, links }
    const language = languageOf(request)
    const text = texts(language).documentation.pages
    const { name } = request.server.branding()
    return sendPage(reply, {
      language,
      title: name,
      body: html`<h1>${name}</h1><p class="lead">${text.lead}</p>
<a class="button" href="${links.account}">${text.account}</a>
<p class="links"><a href="${links.admin}">${text.admin}</a><a href="${links.documentation}">${text.title}</a></p>
<p class="lead quiet">${version}</p>`,
    })
  })

  route(getDocumentation, {}, ({ request, reply }) => {
    const language = languageOf(request)
    const text = texts(language).documentation.pages
    return sendPage(reply, {
      language,
      title: text.title,
      layout: 'guide',
      body: html`<h1>${text.title}</h1><p class="lead">${text.lead}</p>
<h2>${text.signIn}</h2><p>${text.signInText}</p>
<h2>${text.tokens}</h2><p>${text.tokensText}</p>
<h2>${text.errors}</h2><p>${text.errorsText}</p>
<p><a href="/docs/guides">${text.guides}</a></p>
<p><a href="${links.api}">${text.interactive}</a></p>
<p><a href="${links.description}">${text.json}</a></p>`,
    })
  })
}
