import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/page'

export const links = {
  application: '/app/',
  documentation: '/docs',
  api: '/docs/apidoc',
  description: '/docs/apidoc/json',
}

const texts = {
  en: {
    lead: 'The task service: projects, boards, tasks and time.',
    app: 'Open Atrium',
    guides: 'Guides',
    api: 'API documentation',
  },
  ru: {
    lead: 'Служба задач: проекты, доски, задачи и время.',
    app: 'Открыть Atrium',
    guides: 'Руководства',
    api: 'Документация API',
  },
}

export function welcomePage(language: Language, version: string): Page {
  const text = texts[language]
  return {
    language,
    title: 'Atrium',
    body: html`<h1>Atrium</h1><p>${text.lead}</p><a class="button" href="${links.application}">${text.app}</a>
<p><a href="${links.documentation}">${text.guides}</a></p>
<p><a href="${links.api}">${text.api}</a></p><p class="quiet">${version}</p>`,
  }
}
