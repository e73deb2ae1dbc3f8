import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from './both-services.ts'
import { startInstrumentedInstance } from './instrumented-instance.ts'
import { as } from './people.ts'
import { createTeam } from './team.ts'

const services = await startBothServices()
const { member, boardId, toDo, project } = await createTeam(services)
const instance = await startInstrumentedInstance(services)
const call = as(instance, member.token)

for (const title of ['One', 'Two', 'Three']) await member.call('POST', '/task', { title, columnId: toDo })
const [{ id: taskId }] = (await member.call('GET', `/task?columnId=${toDo}`)).json().items

/** Each includes the check of the right. */
const statements: Record<string, number> = {
  [`/task/${taskId}`]: 1,
  [`/board/${boardId}/full`]: 1,
  [`/task?projectId=${project.id}`]: 3,
  [`/project/${project.id}/member`]: 2,
}

for (const [url, count] of Object.entries(statements)) {
  test(`GET ${url.replace(/\d+/g, '{id}')} takes ${count} statements`, async () => {
    await call('GET', url)
    const seen = await instance.statementsOf(() => call('GET', url))
    assert.equal(seen.length, count, seen.map(({ sql }) => sql).join('\n'))
  })
}
