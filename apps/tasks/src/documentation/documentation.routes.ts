import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { getGuide, getStartPage, listGuides } from './documentation.contract.ts'
import { createGuides } from './guides.ts'
import { contentsPage, guidePage, links, startPage } from './pages.ts'

export function documentationRoutes(route: Route, { settings }: Deps, version: string) {
  const findGuides = createGuides({ tasks: settings.TASKS_URL, identity: settings.IDENTITY_URL })

  route(getStartPage, {}, ({ request, reply }) => {
    if (!wantsPage(request)) return { name: 'Atrium task service', version, links }
    return sendPage(reply, startPage(languageOf(request), request.server.branding().name, version))
  })

  route(listGuides, {}, async ({ request, reply }) => {
    const language = languageOf(request)
    const guides = await findGuides(language)
    if (wantsPage(request)) return sendPage(reply, contentsPage(language, guides))
    return { pages: [...guides].map(([name, { title }]) => ({ name, title, url: `/docs/${name}` })) }
  })

  route(getGuide, {}, async ({ params: { page }, request, reply }) => {
    const language = languageOf(request)
    const guides = await findGuides(language)
    const guide = guides.get(page)
    if (!guide) throw new NotFound('guide_not_found', { page })
    return sendPage(reply, guidePage(language, guides, guide))
  })
}

function wantsPage({ headers }: FastifyRequest) {
  return headers.accept?.includes('text/html') ?? false
}
