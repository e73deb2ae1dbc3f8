import { idOf, recordOf, recordsOf, type Unread } from '../formats/board/source-values.ts'
import { type ImportSource, type SourceConnection, SourceFailed } from './import-source.ts'
import { allPages, countAnswers, listOf } from './pages.ts'

/** A project of Vikunja, or all projects of the user if the address names none. */
export const vikunjaSource: ImportSource = {
  id: 'vikunja',
  headers: token => ({ authorization: `Bearer ${token}` }),
  download: async (connection, report) => {
    const { address, each } = connection
    const [, above = '', id] = /^(.*?)(?:\/projects(?:\/(\d+))?.*)?\/*$/.exec(address.pathname) ?? []
    const api = `${address.origin}${above}/api/v1`
    const count = countAnswers(report)
    const projects = id
      ? [recordOf((await connection.json(`${api}/projects/${id}`)).body)]
      : recordsOf(await numberedPages(connection, `${api}/projects`, count))
    // Favorites and saved filters are projects with a number below zero, and show tasks of others.
    const own = projects.filter(project => Number(project.id) > 0)
    if (id && own.length === 0) throw new SourceFailed('nonsense')
    return {
      source: 'vikunja',
      projects: await each(own, project => readProject(connection, api, project, count)),
    }
  },
}

async function readProject(
  connection: SourceConnection,
  api: string,
  project: Unread,
  count: () => Promise<void>,
) {
  const root = `${api}/projects/${idIn(project)}`
  const views = recordsOf(project.views)
  const list = views.find(({ view_kind: kind }) => kind === 'list')
  const board = views.find(({ view_kind: kind }) => kind === 'kanban')
  const tasks = recordsOf(
    await numberedPages(connection, list ? `${root}/views/${idIn(list)}/tasks` : `${root}/tasks`, count),
  )
  const comments: unknown[][] = []
  for (const task of tasks) {
    comments.push(listOf((await connection.json(`${api}/tasks/${idIn(task)}/comments`)).body ?? []))
    await count()
  }
  return {
    ...project,
    ...(board && (await readBuckets(connection, `${root}/views/${idIn(board)}`, board, count))),
    tasks: tasks.map((task, index) => ({ ...task, comments: comments[index] })),
  }
}

/** The pages of a board have all buckets, each with the next of its tasks. */
async function readBuckets(
  connection: SourceConnection,
  view: string,
  board: Unread,
  count: () => Promise<void>,
) {
  const { body: buckets } = await connection.json(`${view}/buckets`)
  const hasTasks = (page: unknown[]) => page.some(bucket => recordsOf(recordOf(bucket).tasks).length > 0)
  const pages = recordsOf(await numberedPages(connection, `${view}/tasks`, count, hasTasks))
  return {
    buckets: listOf(buckets),
    task_buckets: pages.flatMap(bucket =>
      recordsOf(bucket.tasks).map(task => ({
        task_id: task.id,
        bucket_id: bucket.id,
        project_view_id: board.id,
      })),
    ),
  }
}

function numberedPages(
  { json }: SourceConnection,
  list: string,
  count: () => Promise<void>,
  hasMore = (page: unknown[]) => page.length > 0,
) {
  const read = async (address: string | URL) => {
    const { body, headers } = await json(address)
    const items = listOf(body ?? [])
    const page = Number(new URL(address).searchParams.get('page'))
    const total = Number(headers['x-pagination-total-pages'] ?? Number.POSITIVE_INFINITY)
    return {
      items,
      next: hasMore(items) && page < total ? `${list}?per_page=50&page=${page + 1}` : undefined,
    }
  }
  return allPages(`${list}?per_page=50&page=1`, read, count)
}

function idIn(record: Unread) {
  const id = idOf(record.id)
  if (!/^\d+$/.test(id)) throw new SourceFailed('nonsense')
  return id
}
