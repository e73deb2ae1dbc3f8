import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { html } from '@atrium/http/html'
import { languageOf, sendPage } from '@atrium/http/page'

const links = {
  application: '/app/',
  documentation: '/docs',
  api: '/docs/apidoc',
  description: '/docs/apidoc/json',
}

const texts = {
  en: {
    lead: 'The task service: projects, boards, tasks and time.',
    app: 'Open the application',
    api: 'API documentation',
  },
  ru: {
    lead: 'Служба задач: проекты, доски, задачи и время.',
    app: 'Открыть приложение',
    api: 'Документация API',
  },
}

export function documentationRoutes(app: App, version: string) {
  const options = { config: { access: open, isPage: true }, schema: { hide: true } }

  app.get('/', options, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return { name: 'Atrium task service', version, links }
    const language = languageOf(request)
    const text = texts[language]
    return sendPage(reply, {
      language,
      title: 'Atrium',
      body: html`<h1>Atrium</h1><p>${text.lead}</p><a class="button" href="${links.application}">${text.app}</a>
<p><a href="${links.api}">${text.api}</a></p><p class="quiet">${version}</p>`,
    })
  })
}
