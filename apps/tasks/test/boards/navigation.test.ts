import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { sql } from 'kysely'
import type { Navigation } from '#boards/navigation.contract.ts'
import { getNavigation } from '#boards/navigation.queries.ts'
import type { DB } from '#database.ts'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const instances = [services, await services.startInstance()]
const bases = await Promise.all(instances.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })))
const { db } = services.deps

async function navigationOf(user: User) {
  const response = await user.call('GET', '/navigation')
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Navigation
}

async function createBoard(user: User, projectId: number, name: string) {
  return (await user.call('POST', `/project/${projectId}/board`, { name })).json().item as { id: number }
}

test('the navigation has the active projects by name, each with its boards in their order', async () => {
  const user = await createUser(services)
  const create = async (name: string) => (await user.call('POST', '/project', { name })).json().item
  const [tenth, second, archived] = [await create('Plan 10'), await create('Plan 2'), await create('Old')]
  await user.call('DELETE', `/project/${archived.id}`)
  const boards = []
  for (const name of ['Ideas', 'Work', 'Gone']) boards.push(await createBoard(user, second.id, name))
  const [ideas, work, gone] = boards as [{ id: number }, { id: number }, { id: number }]
  await user.call('PUT', `/board/${work.id}`, { beforeBoardId: ideas.id })
  await user.call('DELETE', `/board/${gone.id}`)

  const { projects, starred } = await navigationOf(user)
  const personal = projects.find(({ type }) => type === 'personal')
  assert.equal(personal?.boards.length, 1)
  const mark = { key: 'PLA', color: null, icon: null }
  assert.deepEqual(
    projects.filter(({ type }) => type !== 'personal'),
    [
      {
        id: second.id,
        name: 'Plan 2',
        type: 'agency',
        ...mark,
        myRole: 'owner',
        boards: [
          { id: work.id, name: 'Work' },
          { id: ideas.id, name: 'Ideas' },
        ],
      },
      { id: tenth.id, name: 'Plan 10', type: 'agency', ...mark, myRole: 'owner', boards: [] },
    ],
  )
  assert.deepEqual(starred, [])
})

test('stars are listed in the order in which they were set, and belong to one user', async () => {
  const { viewer, manager, member, project, boardId } = await createTeam(services)
  const other = await createBoard(manager, project.id, 'Other')
  const stars = async () => (await navigationOf(viewer)).starred.map(({ id }) => id)
  for (const id of [other.id, boardId, boardId]) {
    assert.equal((await viewer.call('PUT', `/board/${id}/star`)).statusCode, 200)
  }
  assert.deepEqual((await navigationOf(viewer)).starred, [
    { id: other.id, name: 'Other', projectId: project.id, projectName: 'Website' },
    { id: boardId, name: 'Work', projectId: project.id, projectName: 'Website' },
  ])
  assert.deepEqual((await navigationOf(member)).starred, [])

  for (const status of [200, 200]) {
    assert.equal((await viewer.call('DELETE', `/board/${other.id}/star`)).statusCode, status)
  }
  assert.deepEqual(await stars(), [boardId])
  await Promise.all(Array.from({ length: 5 }, () => viewer.call('PUT', `/board/${other.id}/star`)))
  assert.deepEqual(await stars(), [boardId, other.id])
})

test('a star is hidden while its board or project is gone or the user is no member, and comes back', async () => {
  const { viewer, owner, project, boardId } = await createTeam(services)
  const isListed = async () => (await navigationOf(viewer)).starred.length === 1
  await viewer.call('PUT', `/board/${boardId}/star`)

  await owner.call('DELETE', `/board/${boardId}`)
  assert.equal(await isListed(), false)
  const gone = await viewer.call('PUT', `/board/${boardId}/star`)
  assert.deepEqual([gone.statusCode, gone.json().error.details.reason], [410, 'record_deleted'])
  await owner.call('POST', `/board/${boardId}/restore`)
  assert.equal(await isListed(), true)

  await owner.call('DELETE', `/project/${project.id}`)
  assert.equal(await isListed(), false)
  await owner.call('POST', `/project/${project.id}/restore`)
  assert.equal(await isListed(), true)

  await owner.call('DELETE', `/project/${project.id}/member/${viewer.id}`)
  assert.equal(await isListed(), false)
  assert.equal((await viewer.call('DELETE', `/board/${boardId}/star`)).statusCode, 403)
  await owner.call('POST', `/project/${project.id}/member`, { userId: viewer.id, role: 'viewer' })
  assert.equal(await isListed(), true)

  await owner.call('DELETE', `/board/${boardId}`)
  assert.equal((await viewer.call('DELETE', `/board/${boardId}/star`)).statusCode, 200)
  await owner.call('POST', `/board/${boardId}/restore`)
  assert.equal(await isListed(), false)
})

test('who can read every project can star boards of projects they are no member of', async () => {
  const { boardId, stranger } = await createTeam(services)
  const admin = await createUser(services, 'owner')
  assert.equal((await admin.call('PUT', `/board/${boardId}/star`)).statusCode, 200)
  const { projects, starred } = await navigationOf(admin)
  assert.deepEqual(
    [starred.map(({ id }) => id), projects.some(({ type }) => type !== 'personal')],
    [[boardId], false],
  )
  assert.equal((await stranger.call('PUT', `/board/${boardId}/star`)).statusCode, 403)
  const missing = await stranger.call('PUT', '/board/999999/star')
  assert.deepEqual([missing.statusCode, missing.json().error.details.reason], [404, 'board_not_found'])
})

test('the navigation is one statement, however many projects and boards there are', async () => {
  const user = await createUser(services)
  await sql`
    with created as (
      insert into projects (name, type, owner_id)
      select 'Project ' || n, 'agency', ${user.id}::bigint from generate_series(1, 300) as n returning id
    ), joined as (
      insert into project_members (project_id, user_id, role) select id, ${user.id}::bigint, 'owner' from created
    )
    insert into boards (project_id, name, position) select id, 'Board ' || n, n from created, generate_series(1, 3) as n`.execute(
    db,
  )
  let statements = 0
  const watched = connect<DB>(services.deps.settings.TASKS_DATABASE_URL, {
    size: 1,
    onError: error => assert.fail(error),
    onQuery: () => {
      statements += 1
    },
  })
  const { projects } = await getNavigation(watched, user.id, false).finally(() => watched.destroy())
  assert.equal(statements, 1)
  assert.equal(projects.length, 301)
  assert.deepEqual(
    projects.find(({ name }) => name === 'Project 300')?.boards.map(({ name }) => name),
    ['Board 1', 'Board 2', 'Board 3'],
  )
})

test('every stream of a user that asks is told about stars, boards and projects, on every instance', async () => {
  const { owner, member, stranger, project, boardId } = await createTeam(services)
  const follow = async (user: User, base = bases[0], topics = 'navigation') => {
    const { token } = (await user.call('GET', '/events/token')).json()
    return readStream(`${base}/events?token=${token}${topics === '' ? '' : `&topics=${topics}`}`)
  }
  const streams = [await follow(member), await follow(member, bases[1])]
  const uninvolved = await follow(stranger)
  const plain = await follow(member, bases[0], '')
  const told = (stream: (typeof streams)[number]) =>
    stream.frames.filter(({ event }) => event === 'navigation').length
  const toldAll = async (count: number) => {
    for (const stream of streams) await stream.waitUntil(() => told(stream) >= count, `navigation ${count}`)
  }
  await member.call('PUT', `/board/${boardId}/star`)
  await toldAll(1)
  assert.deepEqual(streams[0]?.frames.find(({ event }) => event === 'navigation')?.data, {
    event: 'navigation',
    data: {},
  })
  await member.call('PUT', `/board/${boardId}/star`) // changes nothing
  await createBoard(owner, project.id, 'New')
  await toldAll(2)
  await owner.call('DELETE', `/project/${project.id}/member/${member.id}`)
  await toldAll(3)
  for (const stream of streams) assert.equal(told(stream), 3)
  assert.equal(told(uninvolved), 0)
  await plain.waitForMessages(1)
  const names = plain.frames.map(({ event }) => event).filter(name => name !== undefined)
  assert.deepEqual([...new Set(names)], ['message'])
})
