import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@atrium/testing/wait-until'
import { runImport } from '#imports/jobs/run-import.ts'
import { createUser } from '../team.ts'
import { startImporting } from './import-services.ts'

const TASKS = 10_000
const COMMENTS_EACH = 2

const { services, upload, ended } = await startImporting()
const { db } = services.deps
const owner = await createUser(services)

/** A board of Trello with ten lists, fifty people, and two comments on every card. */
function boardOf(taskCount: number) {
  const indexes = Array.from({ length: taskCount }, (_, index) => index)
  return {
    name: `A board with ${taskCount} cards`,
    lists: Array.from({ length: 10 }, (_, pos) => ({ id: `l${pos}`, name: `List ${pos}`, pos })),
    cards: indexes.map(index => ({
      id: `card${index}`,
      name: `Card ${index}`,
      desc: `What to do about ${index}.\n\n- one\n- two`,
      idList: `l${index % 10}`,
      pos: index,
      due: '2027-01-31T12:00:00.000Z',
      idMembers: [`m${index % 50}`, `m${(index + 7) % 50}`],
      idLabels: [`b${index % 5}`],
    })),
    labels: Array.from({ length: 5 }, (_, index) => ({
      id: `b${index}`,
      name: `Label ${index}`,
      color: 'red',
    })),
    members: Array.from({ length: 50 }, (_, index) => ({ id: `m${index}`, fullName: `Person ${index}` })),
    checklists: [],
    actions: indexes.flatMap(index =>
      Array.from({ length: COMMENTS_EACH }, (_, comment) => ({
        id: `c${index}-${comment}`,
        type: 'commentCard',
        date: new Date(1.7e12 + index * 1000 + comment).toISOString(),
        data: { text: `Comment ${comment} on ${index}`, card: { id: `card${index}` } },
        memberCreator: { id: `m${index % 50}`, fullName: `Person ${index % 50}` },
      })),
    ),
  }
}

const fileOf = (taskCount: number) => ({
  name: 'board.json',
  type: 'application/json',
  content: JSON.stringify(boardOf(taskCount)),
})

async function count(projectId: number | null) {
  const tasks = await db
    .selectFrom('tasks')
    .where('projectId', '=', projectId)
    .select(['id', 'title'])
    .execute()
  const comments = await db
    .selectFrom('comments')
    .where('projectId', '=', projectId)
    .select(['text', 'taskId'])
    .execute()
  const unique = new Set(comments.map(({ taskId, text }) => `${taskId} ${text}`))
  return [tasks.length, new Set(tasks.map(({ title }) => title)).size, comments.length, unique.size]
}

test('10,000 tasks with 20,000 comments are imported', async t => {
  const file = fileOf(TASKS)
  const begun = performance.now()
  const started = await upload(owner, { source: 'trello', file })
  let job = started
  while (job.finishedAt === null) {
    await sleep(500)
    job = (await owner.call('GET', `/import/${started.id}`)).json().item
  }
  t.diagnostic(`imported in ${Math.round((performance.now() - begun) / 1000)} s`)
  assert.equal(job.status, 'done', JSON.stringify(job.error))
  assert.equal(job.report.created, TASKS)
  assert.deepEqual(await count(job.projectId), [TASKS, TASKS, TASKS * COMMENTS_EACH, TASKS * COMMENTS_EACH])
})

test('an import whose process is killed goes on: nothing twice, nothing missing', async () => {
  const taskCount = 2000
  const dry = await ended(
    owner,
    await upload(owner, { source: 'trello', file: fileOf(taskCount), dryRun: 'true' }),
  )
  const open = { status: 'waiting', isDryRun: false, finishedAt: null }
  await db.updateTable('importJobs').set(open).where('id', '=', dry.id).execute()
  const read = async () =>
    db.selectFrom('importJobs').where('id', '=', dry.id).selectAll().executeTakeFirstOrThrow()
  for (const killedAfter of [2, 5]) {
    const child = fork(new URL('../dying-import.ts', import.meta.url), [String(dry.id)], {
      env: { ...process.env, ...services.environment },
    })
    const exited = once(child, 'exit')
    await waitUntil(async () => (await read()).parts >= killedAfter)
    child.kill('SIGKILL')
    assert.deepEqual(await exited, [null, 'SIGKILL'])
    assert.equal((await read()).status, 'running')
    await db
      .updateTable('importJobs')
      .set({ leasedUntil: '2026-01-01T00:00:00Z' })
      .where('id', '=', dry.id)
      .execute()
  }
  await runImport(services.deps, dry.id)
  const { status, projectId, done, report } = await read()
  assert.deepEqual([status, done], ['done', taskCount])
  assert.equal((report as { created: number }).created, taskCount)
  const expected = [taskCount, taskCount, taskCount * COMMENTS_EACH, taskCount * COMMENTS_EACH]
  assert.deepEqual(await count(projectId), expected)
})
