import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { errorsGuide } from './guides/errors.ts'
import { eventsGuide } from './guides/events.ts'
import type { Addresses, Guide } from './guides/guide.ts'
import { signInGuide } from './guides/sign-in.ts'
import { tasksGuide } from './guides/tasks.ts'

/** In reading order. */
export const guides = new Map<string, Guide>([
  ['sign-in', signInGuide],
  ['tasks', tasksGuide],
  ['events', eventsGuide],
  ['errors', errorsGuide],
])

export const links = {
  application: '/app/',
  documentation: '/docs',
  api: '/docs/apidoc',
  description: '/docs/apidoc/json',
}

const startTexts = {
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

export function startPage(language: Language, version: string): Page {
  const text = startTexts[language]
  return {
    language,
    title: 'Atrium',
    body: html`<h1>Atrium</h1><p class="lead">${text.lead}</p><a class="button" href="${links.application}">${text.app}</a>
<p class="links"><a href="${links.documentation}">${text.guides}</a><a href="${links.api}">${text.api}</a></p>
<p class="lead quiet">${version}</p>`,
  }
}

const guideTexts = {
  en: {
    title: 'Guides',
    lead: 'How to use the task service, with examples you can paste into a terminal.',
    developers: 'Guides for developers',
    interactive: 'Interactive API documentation',
    description: 'Machine-readable description (OpenAPI 3.1)',
  },
  ru: {
    title: 'Руководства',
    lead: 'Как работать со службой задач, с примерами для терминала.',
    developers: 'Руководства для разработчиков (на английском)',
    interactive: 'Интерактивная документация API',
    description: 'Машиночитаемое описание (OpenAPI 3.1)',
  },
}

export function contentsPage(language: Language): Page {
  const text = guideTexts[language]
  const entries = [...guides].map(([name, { [language]: guide }]) => {
    return html`<li><a href="/docs/${name}">${guide.title}</a><p class="quiet">${guide.lead}</p></li>`
  })
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

export function guidePage(language: Language, guide: Guide, at: Addresses): Page {
  const { title, lead, body } = guide[language]
  return {
    language,
    title,
    layout: 'guide',
    body: html`${navigation(language, guide)}<h1>${title}</h1><p class="lead">${lead}</p>${body(at)}`,
  }
}

function navigation(language: Language, shown: Guide) {
  const text = guideTexts[language]
  const links = [...guides].map(([name, guide]) => {
    const current = guide === shown && html` aria-current="page"`
    return html`<a href="/docs/${name}"${current}>${guide[language].title}</a>`
  })
  return html`<nav aria-label="${text.title}"><a href="/docs">${text.title}</a>${links}</nav>`
}
