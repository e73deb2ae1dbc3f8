import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { createTeamTask } from '../task-parts.ts'
import { createTeam, type User } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off' })
const other = await services.startInstance()
const bases = await Promise.all(
  [services, other].map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })),
)
const team = await createTeam(services)
const { owner, member, viewer, stranger, boardId, project } = team
const taskId = await createTeamTask(team)

async function follow(user: User, base: string | undefined, topics: string) {
  const { token } = (await user.call('GET', '/events/token')).json()
  const stream = await readStream(`${base}/events?token=${token}&topics=${topics}`)
  const seen = () =>
    stream.frames.flatMap(({ data }) => (data?.event === 'task-presence' ? [data.data.activity] : []))
  const waitFor = (activity: string) => stream.waitUntil(() => seen().includes(activity), activity)
  return { ...stream, waitFor }
}

const announce = (user: User, activity: string) => user.call('PUT', `/task/${taskId}/presence`, { activity })

test('everyone who follows the board or the project sees who is at a task, on every instance', async () => {
  const streams = [
    await follow(owner, bases[0], `board:${boardId}`),
    await follow(member, bases[1], `project:${project.id}`),
  ]
  for (const activity of ['viewing', 'commenting', 'describing', 'left']) {
    assert.equal((await announce(viewer, activity)).statusCode, 200)
    for (const stream of streams) await stream.waitFor(activity)
  }
  const frame = streams[0]?.frames.find(({ data }) => data?.event === 'task-presence')
  const { item: me } = (await viewer.call('GET', '/users/me')).json()
  assert.deepEqual(frame?.data.data, {
    taskId,
    user: { id: viewer.id, surname: me.surname, name: me.name, avatarUrl: me.avatarUrl },
    activity: 'viewing',
  })
  assert.equal(frame?.id, undefined, 'nothing to resume from')
  for (const stream of streams) stream.close()
})

test('strangers cannot announce themselves, and an unknown activity is refused', async () => {
  assert.equal((await announce(stranger, 'viewing')).statusCode, 403)
  assert.equal((await announce(member, 'sleeping')).statusCode, 422)
  assert.equal((await member.call('PUT', '/task/999999/presence', { activity: 'viewing' })).statusCode, 404)
})

test('a refused change names who changed the field', async () => {
  const { version } = (await owner.call('GET', `/task/${taskId}`)).json().item
  await member.call('PUT', `/task/${taskId}`, { description: 'By a member', version })
  await owner.call('PUT', `/task/${taskId}`, { title: 'By the owner' })
  const refused = await owner.call('PUT', `/task/${taskId}`, { description: 'Mine', version })
  assert.equal(refused.statusCode, 409)
  assert.equal(refused.json().error.details.changedBy.id, member.id)
})
