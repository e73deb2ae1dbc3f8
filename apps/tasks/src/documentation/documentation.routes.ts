import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import type { Route } from '#route.ts'
import { getGuide, getStartPage, listGuides } from './documentation.contract.ts'
import { guideIn } from './guides/guide.ts'
import { contentsPage, guidePage, guides, links, startPage } from './pages.ts'

export function documentationRoutes(route: Route, { settings }: Deps, version: string) {
  const addresses = { tasks: settings.TASKS_URL, identity: settings.IDENTITY_URL }

  route(getStartPage, {}, ({ request, reply }) => {
    if (!wantsPage(request)) return { name: 'Atrium task service', version, links }
    return sendPage(reply, startPage(languageOf(request), version))
  })

  route(listGuides, {}, ({ request, reply }) => {
    const language = languageOf(request)
    if (wantsPage(request)) return sendPage(reply, contentsPage(language))
    const pages = [...guides].map(([name, guide]) => ({
      name,
      title: guideIn(language, guide).title,
      url: `/docs/${name}`,
    }))
    return { pages }
  })

  route(getGuide, {}, ({ params: { page }, request, reply }) => {
    const guide = guides.get(page)
    if (!guide) throw new NotFound('guide_not_found', { page })
    return sendPage(reply, guidePage(languageOf(request), guide, addresses))
  })
}

function wantsPage({ headers }: FastifyRequest) {
  return headers.accept?.includes('text/html') ?? false
}
