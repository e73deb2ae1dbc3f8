import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openOutbound } from '@atrium/outbound/outbound'
import { connectTo } from '#imports/sources/connection.ts'
import { SourceFailed } from '#imports/sources/import-source.ts'
import { importSources } from '#imports/sources/sources.ts'
import { type Asked, answeringServer, type Reply } from './answering-server.ts'
import { exported } from './planned.ts'

const settings = { IDENTITY_PORT: 4000, TASKS_PORT: 4100, IDENTITY_URL: 'https://id.example.com' }
const outbound = openOutbound({ ...settings, OUTBOUND_ALLOW: '127.0.0.1' })
const { signal } = new AbortController()

async function download(id: string, address: string, token = 't') {
  const source = importSources.find(each => each.id === id)
  assert.ok(source, id)
  let answers = 0
  const connection = connectTo(outbound, { source, address, token, signal })
  const document = await source.download(connection, async done => {
    answers = done
  })
  return { document, answers }
}

const failsWith = (problem: string) => (error: unknown) =>
  error instanceof SourceFailed && error.problem === problem

type Document = Record<string, unknown[]>

/** What a source should download, and how its program answers that: lists have two items a page, whatever is asked for. */
function fixture(name: string) {
  const document: Document = JSON.parse(exported(name).toString())
  const inner = (list: string, key: string, value: string, items: string): unknown[] =>
    (document[list] ?? []).flatMap(one => {
      const entry = one as Record<string, unknown>
      const owner = entry[key]
      const id = typeof owner === 'object' && owner !== null ? (owner as { id?: unknown }).id : owner
      return String(id) === value ? (entry[items] as unknown[]) : []
    })
  return { document, inner }
}

const PAGE = 2

/** A page of a list that is named by the `page` of the query, with the link to the next one. */
function page(items: unknown[], { path, headers }: Asked): Reply {
  const url = new URL(path, `http://${headers.host}`)
  const number = Number(url.searchParams.get('page') ?? 1)
  const json = items.slice((number - 1) * PAGE, number * PAGE)
  url.searchParams.set('page', String(number + 1))
  const link = `<${url}>; rel="next", <${url}>; rel="last"`
  const isLast = number * PAGE >= items.length
  return { status: 200, headers: isLast ? {} : { link }, text: JSON.stringify(json) }
}

const pathOf = ({ path }: Asked) => path.split('?')[0] ?? ''

test('GitHub: repository, issues and comments are read page by page, with the token in a header', async () => {
  const { document } = fixture('github.json')
  const { url, asked } = await answeringServer(request => {
    const [, rest] = pathOf(request).split('/api/v3/repos/garden/house')
    if (rest === '') return { json: document.repository }
    return page(document[rest === '/issues' ? 'issues' : 'comments'] ?? [], request)
  })
  const read = await download('github', `${url}/garden/house/issues`)
  assert.deepEqual(read.document, document)
  assert.equal(read.answers, 5)
  assert.ok(asked.every(({ headers }) => headers.authorization === 'Bearer t'))
  assert.match(asked[1]?.path ?? '', /state=all/)
  await assert.rejects(download('github', url), failsWith('placeExpected'))
})

test('Gitea below a path: pages end with an empty one, and old versions have no dependencies', async () => {
  const { document, inner } = fixture('gitea.json')
  let isOld = false
  const { url } = await answeringServer(request => {
    const [, rest = ''] = pathOf(request).split('/git/api/v1/repos/garden/house')
    const [, number = ''] = /^\/issues\/(\d+)\/dependencies$/.exec(rest) ?? []
    if (number && isOld) return { status: 404 }
    if (number) return { json: inner('dependencies', 'issue', number, 'blockers') }
    if (rest === '') return { json: document.repository }
    return page(document[rest === '/issues' ? 'issues' : 'comments'] ?? [], request)
  })
  assert.deepEqual((await download('gitea', `${url}/git/garden/house`)).document, document)
  isOld = true
  const { document: old } = await download('gitea', `${url}/git/garden/house/issues`)
  assert.deepEqual((old as Document).dependencies, [
    { issue: 1, blockers: [] },
    { issue: 2, blockers: [] },
  ])
})

test('GitLab: a project of nested groups, its issues, labels, notes and links', async () => {
  const { document, inner } = fixture('gitlab.json')
  const { url, asked } = await answeringServer(request => {
    const [, rest = ''] = pathOf(request).split('/api/v4/projects/garden%2Fold%2Fhouse')
    const [, number = '', list = ''] = /^\/issues\/(\d+)\/(notes|links)$/.exec(rest) ?? []
    if (list) return page(inner(list, 'issue', number, list), request)
    if (rest === '') return { json: document.project }
    return page(document[rest.slice(1)] ?? [], request)
  })
  const read = await download('gitlab', `${url}/garden/old/house/-/issues`)
  assert.deepEqual(read.document, document)
  assert.ok(asked.every(({ headers }) => headers['private-token'] === 't'))
  assert.ok(
    !asked.some(({ path }) => path.includes('/issues/2/notes')),
    'an issue without notes is not asked for them',
  )
})

test('Plane: work items by cursor, and parts that a project has turned off', async () => {
  const { document, inner } = fixture('plane.json')
  const id = '0a1f63a5-3f3c-4e0d-9a51-0d2f0b7f1c11'
  let isOld = false
  const listAt = (path: string): unknown[] => {
    const [kind = '', owner = '', list] = path.split('/')
    if (list === 'comments') return inner('comments', 'item', owner, 'comments')
    if (list) return inner(kind, kind.slice(0, -1), owner, 'items')
    const all = document[kind.replace(/^(work-items|issues)$/, 'items')] ?? []
    // What belongs to a cycle or a module is a list of its own.
    return /cycles|modules/.test(kind)
      ? all.map(one => (one as Record<string, unknown>)[kind.slice(0, -1)])
      : all
  }
  const { url, asked } = await answeringServer((request): Reply => {
    const path = pathOf(request).replace(`/api/v1/workspaces/garden/projects/${id}/`, '').replace(/\/$/, '')
    if (path === '') return { json: document.project }
    if (isOld && path.startsWith('work-items')) return { status: 404 }
    if (isOld && path === 'modules') return { status: 403 }
    if (path === 'members') return { json: document.members }
    const items = listAt(path)
    const start = Number(new URL(request.path, url).searchParams.get('cursor') ?? 0)
    const end = start + PAGE
    const results = items.slice(start, end)
    return { json: { results, next_cursor: String(end), next_page_results: end < items.length } }
  })
  const address = `${url}/garden/projects/${id}/issues`
  assert.deepEqual((await download('plane', address)).document, document)
  assert.ok(asked.every(({ headers }) => headers['x-api-key'] === 't'))
  isOld = true
  assert.deepEqual((await download('plane', address)).document, { ...document, modules: [] })
})

test('Jira Cloud by tokens and Data Center by numbers, with all comments and voters of an issue', async () => {
  const { document, inner } = fixture('jira.json')
  let deploymentType = 'Cloud'
  let votes = (voters: unknown[]): Reply => ({ json: { votes: 3, hasVoted: true, voters } })
  const { url, asked } = await answeringServer(request => {
    const query = new URL(request.path, url).searchParams
    const path = pathOf(request).replace('/tracker', '')
    const start = Number(query.get('startAt') ?? query.get('nextPageToken') ?? 0)
    const part = (all: unknown[]) => all.slice(start, start + PAGE)
    const issues = document.issues ?? []
    const [, key = '', list] = /\/issue\/([^/]+)\/(comment|votes)$/.exec(path) ?? []
    if (path === '/rest/api/2/serverInfo') return { json: { deploymentType } }
    if (path.endsWith('/field')) return { json: document.fields }
    if (list === 'votes') return votes(inner('voters', 'issue', key, 'voters'))
    if (list === 'comment') {
      const comments = inner('comments', 'issue', key, 'comments')
      return { json: { startAt: start, total: comments.length, comments: part(comments) } }
    }
    if (path === '/rest/api/2/search')
      return { json: { startAt: start, total: issues.length, issues: part(issues) } }
    const isLast = start + PAGE >= issues.length
    return { json: { issues: part(issues), isLast, ...(!isLast && { nextPageToken: String(start + PAGE) }) } }
  })
  const cloud = await download('jira', `${url}/jira/software/c/projects/GH/boards/1`, 'ada@example.org:t')
  assert.deepEqual(cloud.document, document)
  assert.equal(
    asked[0]?.headers.authorization,
    `Basic ${Buffer.from('ada@example.org:t').toString('base64')}`,
  )
  assert.ok(asked.some(({ path }) => path.startsWith('/rest/api/3/search/jql?jql=project+%3D+%22GH%22')))
  deploymentType = 'Server'
  assert.deepEqual((await download('jira', `${url}/tracker/browse/GH-2`)).document, document)
  assert.equal(asked.at(-1)?.headers.authorization, 'Bearer t')
  votes = () => ({ status: 404 })
  const voters = [{ issue: 'GH-2', voters: [] }]
  assert.deepEqual((await download('jira', `${url}/browse/GH-2`)).document, { ...document, voters })
})

test('Vikunja: the board of one project, or all projects', async () => {
  const [project] = JSON.parse(exported('vikunja.json').toString())
  const { tasks, buckets: all, task_buckets: _, ...about } = project
  const ofView = all.filter((bucket: { project_view_id: number }) => bucket.project_view_id === 4)
  const { url } = await answeringServer(request => {
    const rest = pathOf(request).replace('/api/v1', '')
    const number = Number(new URL(request.path, url).searchParams.get('page') ?? 1)
    const onPage = (items: unknown[]) => items.slice(number - 1, number)
    if (rest === '/projects') return { json: onPage([about, { id: -1, title: 'Favorites' }]) }
    if (rest === '/projects/1') return { json: about }
    if (rest === '/projects/1/views/1/tasks') return { json: onPage(tasks) }
    if (rest === '/projects/1/views/4/buckets') return { json: ofView }
    if (rest === '/projects/1/views/4/tasks') {
      return {
        json: ofView.map((bucket: { id: number }) => ({
          ...bucket,
          tasks: bucket.id === 2 ? onPage(tasks) : null,
        })),
      }
    }
    return { json: rest === '/tasks/11/comments' ? tasks[0].comments : [] }
  })
  const expected = {
    ...about,
    buckets: ofView,
    task_buckets: [11, 12].map(task_id => ({ task_id, bucket_id: 2, project_view_id: 4 })),
    tasks: tasks.map((task: { comments: unknown }) => ({ ...task, comments: task.comments ?? [] })),
  }
  assert.deepEqual((await download('vikunja', `${url}/projects/1/4`)).document, {
    source: 'vikunja',
    projects: [expected],
  })
  assert.deepEqual((await download('vikunja', url)).document, { source: 'vikunja', projects: [expected] })
})

test('WeKan answers its export, or nothing if it refuses the token', async () => {
  const board = JSON.parse(exported('wekan.json').toString())
  const { url, asked } = await answeringServer(({ path }) => ({
    json: path.endsWith('authToken=t') ? board : {},
  }))
  assert.deepEqual((await download('wekan', `${url}/b/bqA9kTmD2nHs4xWcP/garden-house`)).document, board)
  assert.equal(pathOf(asked[0] as Asked), '/api/boards/bqA9kTmD2nHs4xWcP/export')
  await assert.rejects(download('wekan', `${url}/b/bqA9kTmD2nHs4xWcP`, 'wrong'), failsWith('tokenRefused'))
})

const places = {
  github: '/garden/house',
  gitea: '/garden/house',
  gitlab: '/garden/house',
  plane: '/garden/projects/0a1f63a5-3f3c-4e0d-9a51-0d2f0b7f1c11',
  jira: '/browse/GH',
  vikunja: '/projects/1',
  wekan: '/b/1',
}

for (const [id, place] of Object.entries(places)) {
  test(`${id}: a refused token and nonsense stop a download`, async () => {
    let reply: Reply = { status: 401 }
    const { url } = await answeringServer(() => reply)
    await assert.rejects(download(id, url + place), failsWith('tokenRefused'))
    for (const json of [null, 7, 'x', { id: 1, results: 5, issues: 5, views: 5 }]) {
      reply = { json }
      await assert.rejects(download(id, url + place), SourceFailed)
    }
    reply = { bytes: '<!doctype html>' }
    await assert.rejects(download(id, url + place), failsWith('nonsense'))
  })
}

test('an answer that is cut is asked for again, and pages that lead in a circle are nonsense', async () => {
  const { document } = fixture('github.json')
  let isCut = true
  let link = ''
  const { url } = await answeringServer((request): Reply => {
    if (pathOf(request).endsWith('/house')) return { json: document.repository }
    const headers = { connection: 'close', 'content-length': '100' }
    if (isCut) {
      isCut = false
      return { status: 200, headers, text: '[{' }
    }
    return { status: 200, headers: link ? { link } : {}, text: '[]' }
  })
  const read = await download('github', `${url}/garden/house`)
  assert.deepEqual(read.document, { ...document, issues: [], comments: [] })
  link = `<${url}/api/v3/repos/garden/house/issues?page=2>; rel="next"`
  await assert.rejects(download('github', `${url}/garden/house`), failsWith('nonsense'))
})
