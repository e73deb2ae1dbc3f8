import { idOf, recordOf, textOf } from '../formats/board/source-values.ts'
import { type ImportSource, type SourceConnection, SourceFailed } from './import-source.ts'
import { allPages, countAnswers, listOf } from './pages.ts'

const PLANE_API = 'https://api.plane.so'

/** A project of Plane, in its cloud or on a server of one's own. */
export const planeSource: ImportSource = {
  id: 'plane',
  origins: [PLANE_API],
  headers: token => ({ 'x-api-key': token }),
  download: async (connection, report) => {
    const { address, json, each } = connection
    const [, workspace, id] = /^\/([^/]+)\/projects\/([0-9a-f-]{36})/i.exec(address.pathname) ?? []
    if (!workspace || !id) throw new SourceFailed('placeExpected', `${address.origin}/…/projects/…`)
    const api = address.hostname === 'app.plane.so' ? PLANE_API : address.origin
    const root = `${api}/api/v1/workspaces/${workspace}/projects/${id}`
    const count = countAnswers(report)
    const list = (path: string) => cursorPages(connection, `${root}/${path}/`, count)
    const { body: project } = await json(`${root}/`)
    // Older versions call work items issues.
    const { status } = await json(`${root}/work-items/?per_page=1`, { accepts: [404] })
    const named = status === 404 ? 'issues' : 'work-items'
    const items = await list(named)
    // A part of Plane that the project has turned off is refused.
    const optional = async (path: string) => {
      const answer = await json(`${root}/${path}/?per_page=1`, { accepts: [400, 403, 404] })
      return answer.status >= 400 ? [] : list(path)
    }
    const cycles = await optional('cycles')
    const modules = await optional('modules')
    return {
      source: 'plane',
      project,
      states: await list('states'),
      labels: await list('labels'),
      members: await list('members'),
      items,
      cycles: await each(cycles, async cycle => ({
        cycle,
        items: await list(`cycles/${idIn(cycle)}/cycle-issues`),
      })),
      modules: await each(modules, async module => ({
        module,
        items: await list(`modules/${idIn(module)}/module-issues`),
      })),
      comments: await each(items, async item => ({
        item: idIn(item),
        comments: await list(`${named}/${idIn(item)}/comments`),
      })),
    }
  },
}

/** Some lists come whole, others in pages that name the cursor of the next. */
function cursorPages({ json }: SourceConnection, list: string, count: () => Promise<void>) {
  const read = async (address: string | URL) => {
    const { body } = await json(address)
    if (Array.isArray(body)) return { items: body, next: undefined }
    const { results, next_cursor: cursor, next_page_results: hasNext } = recordOf(body)
    const next =
      hasNext === true && textOf(cursor)
        ? `${list}?${new URLSearchParams({ per_page: '100', cursor: textOf(cursor) })}`
        : undefined
    return { items: listOf(results), next }
  }
  return allPages(`${list}?per_page=100`, read, count)
}

function idIn(item: unknown) {
  const id = idOf(recordOf(item).id)
  if (!/^[\w-]+$/.test(id)) throw new SourceFailed('nonsense')
  return id
}
