import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { findProxy } from '@atrium/testing/sample-proxies'
import { type Cluster, currentRelease, startCluster } from '../../../chaos/cluster.ts'
import { installRelease } from '../../../chaos/previous-release.ts'

/** 0.1 was never released: an early build stands for all of them. */
const releases = [
  { version: '0.1', commit: commitOf('2ef0e673') },
  { version: '0.2', commit: commitOf('3116bd99') },
]

/** What is different on purpose: it goes on by itself, or was decided since. */
const differences = [
  './task/N/time-summary.item.byColumn.N.seconds', // how long a task has been there
  './task/N/time-summary.item.byUser.N.name', // the given name comes first
  './project/N/member.items.N.user.email', // a manager sees only addresses that were invited
]

for (const { version, commit } of releases) {
  test(`data of ${version} is upgraded and keeps its meaning`, { skip: whyNot(commit) }, async t => {
    const cluster = await startCluster({ proxy: 'nginx', release: installRelease(commit as string) })
    try {
      await upgradeData(cluster, t)
    } finally {
      await cluster.stop()
    }
  })
}

async function upgradeData(cluster: Cluster, t: TestContext) {
  const { password, projects } = JSON.parse(cluster.run('demo')) as Demo
  const account = { username: 'ada@demo.atrium.local', password }
  const tokens = await grant(cluster, { grant_type: 'password', ...account })
  const old = createApi(cluster, tokens.access_token)
  const own = await work(old)
  const projectIds = [own.projectId, ...projects.map(({ id }) => id)]
  const before = await readEverything(old, projectIds)

  for (const pair of Object.values(cluster.instances))
    await Promise.all(pair.map(instance => instance.stop('SIGTERM')))
  cluster.upgrade()
  for (const service of ['identity', 'tasks'] as const)
    for (const number of [0, 1]) await cluster.restart(service, number, currentRelease)

  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  const renewed = createApi(cluster, (await grant(cluster, refresh)).access_token)
  const compared: Compared = { same: 0, changed: new Map() }
  compare(before, await readEverything(renewed, projectIds), '', compared)
  t.diagnostic(`${compared.same} values are as they were`)
  assert.deepEqual(Object.fromEntries(compared.changed), {})

  assert.ok(await grant(cluster, { grant_type: 'password', ...account }))
  const content: unknown = await renewed.read(`/attachment/${own.attachmentId}/content`)
  assert.equal(content, 'What was said')
  const { item } = await renewed.write('/task', { title: 'The next one', boardId: own.boardId })
  assert.equal(item.number, own.tasks + 1)
}

interface Demo {
  password: string
  projects: { id: number }[]
}

function commitOf(name: string) {
  try {
    return execFileSync('git', ['rev-parse', '--verify', `${name}^{commit}`], {
      cwd: currentRelease,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

function whyNot(commit: string | undefined) {
  if (!commit) return 'this copy of the repository has no such commit'
  return findProxy('nginx') ? false : 'nginx is not installed'
}

async function grant({ premises: { identityUrl, client } }: Cluster, fields: Record<string, string>) {
  const response = await fetch(`${identityUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, client_id: client.id, client_secret: client.secret }),
  })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as { access_token: string; refresh_token: string }
}

type Answer = { item: { id: number; number?: number }; items: { id: number }[] }
type Api = ReturnType<typeof createApi>

function createApi({ premises: { tasksUrl } }: Cluster, token: string) {
  async function call(method: string, path: string, body?: object) {
    const isForm = body instanceof FormData
    const response = await fetch(tasksUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${answer}`)
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(answer) : answer
  }
  return {
    read: (path: string): Promise<Answer> => call('GET', path),
    write: (path: string, body: object): Promise<Answer> => call('POST', path, body),
  }
}

/** Something of each kind that both releases know. */
async function work(api: Api) {
  const { item: project } = await api.write('/project', { name: 'Library' })
  const { item: board } = await api.write(`/project/${project.id}/board`, { name: 'Shelves' })
  const { items: columns } = await api.read(`/board/${board.id}/column`)
  const taskIds: number[] = []
  for (const title of ['Sort', 'Label', 'Lend']) {
    const fields = {
      title,
      boardId: board.id,
      description: '**All** of it',
      dueDate: '2027-01-31',
    }
    taskIds.push((await api.write('/task', fields)).item.id)
  }
  const [first, second] = taskIds as [number, number]
  await api.write(`/task/${second}/move-to-column`, { columnId: columns[1]?.id })
  await api.write(`/task/${first}/comment`, { text: 'Where are the maps?' })
  await api.write(`/task/${first}/checklist`, { title: 'Atlases' })
  const { item: sticker } = await api.write('/sticker', {
    name: 'Heavy',
    color: '#aa3300',
    projectId: project.id,
  })
  await api.write(`/task/${first}/sticker`, { stickerId: sticker.id })
  await api.write('/time-interval', {
    taskId: first,
    startedAt: '2026-11-10T09:00:00.000Z',
    endedAt: '2026-11-10T10:30:00.000Z',
  })
  const form = new FormData()
  form.append('file', new Blob(['What was said'], { type: 'text/plain' }), 'minutes.txt')
  const { item: attachment } = await api.write(`/task/${first}/attachment`, form)
  return { projectId: project.id, boardId: board.id, attachmentId: attachment.id, tasks: taskIds.length }
}

/** All that the person sees of these projects, by path. */
async function readEverything(api: Api, projectIds: number[]) {
  const answers: Record<string, unknown> = {}
  const read = async (path: string) => {
    const answer = await api.read(path)
    answers[path] = answer
    return answer
  }
  await read('/users/me')
  await read('/task-priority')
  for (const id of projectIds) {
    await read(`/project/${id}`)
    await read(`/project/${id}/member`)
    await read(`/project/${id}/activity?limit=100`)
    for (const board of (await read(`/project/${id}/board`)).items) await read(`/board/${board.id}/column`)
    for (const task of (await read(`/task?projectId=${id}&limit=100&orderBy=id`)).items) {
      for (const part of [
        '',
        '/comment',
        '/checklist',
        '/sticker',
        '/attachment',
        '/time-summary',
        '/activity',
      ])
        await read(`/task/${task.id}${part}`)
    }
  }
  return answers
}

interface Compared {
  same: number
  /** What has another value, by its path without ids, with an example. */
  changed: Map<string, string>
}

/** New fields are welcome; old ones must be what they were. */
function compare(before: unknown, after: unknown, path: string, compared: Compared) {
  if (typeof before === 'object' && before !== null && typeof after === 'object' && after !== null) {
    for (const [name, value] of Object.entries(before))
      compare(value, (after as Record<string, unknown>)[name], `${path}.${name}`, compared)
  } else if (before === after) compared.same += 1
  else {
    const kind = path.replaceAll(/\d+/g, 'N')
    if (!differences.includes(kind) && !compared.changed.has(kind))
      compared.changed.set(kind, `${path}: ${JSON.stringify(before)} is ${JSON.stringify(after)}`)
  }
}
