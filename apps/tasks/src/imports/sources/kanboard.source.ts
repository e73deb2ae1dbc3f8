import { Buffer } from 'node:buffer'
import { idOf, recordOf, recordsOf, textOf } from '../formats/board/source-values.ts'
import { type ImportSource, type SourceConnection, SourceFailed } from './import-source.ts'
import { countAnswers } from './pages.ts'

/** A project of Kanboard. The token is that of the API, or `USER:TOKEN` for one of a user. */
export const kanboardSource: ImportSource = {
  id: 'kanboard',
  headers: token => {
    const credentials = token.includes(':') ? token : `jsonrpc:${token}`
    return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  },
  download: async (connection, report) => {
    const { each } = connection
    const count = countAnswers(report)
    const ask = async (method: string, params: object) => {
      const result = await call(connection, method, params)
      await count()
      return result
    }
    const project_id = await findProject(connection, ask)
    const project = await ask('getProjectById', { project_id })
    if (!idOf(recordOf(project).id)) throw new SourceFailed('notFound')
    const columns = await ask('getColumns', { project_id })
    const swimlanes = await ask('getActiveSwimlanes', { project_id })
    const categories = await ask('getAllCategories', { project_id })
    const tags = await ask('getTagsByProject', { project_id })
    // A user whose token it is may not see all users: the members are named anyway.
    const users = await ask('getAllUsers', {}).catch(() => [])
    const members = await ask('getProjectUsers', { project_id })
    const open = recordsOf(await ask('getAllTasks', { project_id, status_id: 1 }))
    const closed = recordsOf(await ask('getAllTasks', { project_id, status_id: 0 }))
    const tasks = await each([...open, ...closed], async task => {
      const task_id = task.id
      return {
        task,
        tags: await ask('getTaskTags', { task_id }),
        subtasks: await ask('getAllSubtasks', { task_id }),
        comments: await ask('getAllComments', { task_id }),
        files: await ask('getAllTaskFiles', { task_id }),
        links: await ask('getAllTaskLinks', { task_id }),
      }
    })
    return { source: 'kanboard', project, columns, swimlanes, categories, tags, users, members, tasks }
  },
  downloadFile: async (connection, { url }) => {
    const [, id] = /^\/file\/(\d+)$/.exec(url) ?? []
    const content = id === undefined ? undefined : await call(connection, 'downloadTaskFile', [Number(id)])
    if (!textOf(content)) throw new SourceFailed('notFound')
    return Buffer.from(textOf(content), 'base64')
  },
}

/** One call of JSON-RPC 2.0. */
async function call({ address, json }: SourceConnection, method: string, params: object): Promise<unknown> {
  const base = address.pathname
    .replace(/\/(jsonrpc\.php|project|board|task|index\.php|\?).*$/, '')
    .replace(/\/+$/, '')
  const { body } = await json(`${address.origin}${base}/jsonrpc.php`, {
    method: 'POST',
    body: { jsonrpc: '2.0', method, id: 1, params },
  })
  const { result, error } = recordOf(body)
  if (error !== undefined && error !== null) {
    throw new SourceFailed('nonsense', textOf(recordOf(error).message) || method)
  }
  return result
}

/** The project that the address names, or the only one that is active. */
async function findProject(
  { address }: SourceConnection,
  ask: (method: string, params: object) => Promise<unknown>,
) {
  const named =
    address.searchParams.get('project_id') ?? /\/(?:project|board)\/(\d+)/.exec(address.pathname)?.[1]
  if (named) return Number(named)
  const projects = recordsOf(await ask('getAllProjects', {})).filter(
    ({ is_active }) => Number(is_active) === 1,
  )
  const [only, ...others] = projects
  if (only && others.length === 0) return Number(only.id)
  const names = projects
    .slice(0, 10)
    .map(({ id, name }) => `${textOf(name)} (${address.origin}/?project_id=${idOf(id)})`)
  throw new SourceFailed('placeExpected', names.join(', ') || `${address.origin}/?project_id=…`)
}
