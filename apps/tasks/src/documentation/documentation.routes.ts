import { EntityNotFound } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { sendPage } from '@atrium/http/page'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Settings } from '#settings.ts'
import { contentsPage, guidePage } from './guide-page.ts'
import { guides } from './guides.ts'
import { links, welcomePage } from './welcome-page.ts'

export function documentationRoutes(
  app: App,
  { TASKS_URL: tasks, IDENTITY_URL: identity }: Settings,
  version: string,
) {
  const config = { access: open, isPage: true }
  const tags = ['Pages']
  const produces = ['text/html', 'application/json']
  const welcome = {
    tags,
    produces,
    summary: 'Open the start page',
    description: 'Links to the application and the documentation. As JSON: name, version and links.',
  }
  const contents = {
    tags,
    produces,
    summary: 'List the guides',
    description: 'The contents of the documentation. As JSON: name, title and address of each guide.',
  }
  const page = {
    tags,
    summary: 'Open a guide',
    description: 'One guide, such as `sign-in`, `tasks`, `events` or `errors`.',
    params: Type.Object({ page: Type.String() }),
  }

  app.get('/', { config, schema: welcome }, async (request, reply) => {
    if (!isForPerson(request)) return { name: 'Atrium task service', version, links }
    return sendPage(reply, welcomePage(languageOf(request), version))
  })

  app.get('/docs', { config, schema: contents }, async (request, reply) => {
    const language = languageOf(request)
    if (isForPerson(request)) return sendPage(reply, contentsPage(language))
    const pages = [...guides].map(([name, { [language]: guide }]) => ({
      name,
      title: guide.title,
      url: `/docs/${name}`,
    }))
    return { pages }
  })

  app.get('/docs/:page', { config, schema: page }, async (request, reply) => {
    const guide = guides.get(request.params.page)
    if (!guide) throw new EntityNotFound(`The guide ${request.params.page}`)
    return sendPage(reply, guidePage(languageOf(request), guide, { tasks, identity }))
  })
}

function isForPerson({ headers }: FastifyRequest) {
  return headers.accept?.includes('text/html') ?? false
}
