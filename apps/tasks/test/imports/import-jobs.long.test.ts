import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { runImport } from '#imports/jobs/run-import.ts'
import { endLease } from '../dying-import.ts'
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

/** Runs an import in a process that is killed as soon as `isTime` says so. */
async function runAndKill(jobId: number, isTime: () => Promise<boolean>) {
  const child = fork(new URL('../dying-import.ts', import.meta.url), [String(jobId)], {
    env: { ...process.env, ...services.environment },
  })
  const exited = once(child, 'exit')
  await waitUntil(isTime)
  child.kill('SIGKILL')
  assert.deepEqual(await exited, [null, 'SIGKILL'])
  const { status } = await readJob(jobId)
  assert.equal(status, 'running')
}

/** Goes on in this process, like an instance that finds an import whose process has died. */
async function goOn(jobId: number) {
  await endLease(services.deps.db, jobId)
  await runImport(services.deps, jobId)
}

function readJob(id: number) {
  return db.selectFrom('importJobs').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

/** A dry run that is ready to be imported by processes of the test. */
async function readyToRun(parts: Parameters<typeof upload>[1]) {
  const { id } = await ended(owner, await upload(owner, { ...parts, dryRun: 'true' }))
  // Until a process of the test ends the lease, the worker of the services leaves the import alone.
  const leasedUntil = new Date(services.deps.now().getTime() + 3_600_000).toISOString()
  const open = { status: 'running', step: 'reading', isDryRun: false, finishedAt: null, leasedUntil } as const
  await db.updateTable('importJobs').set(open).where('id', '=', id).execute()
  return id
}

test('an import whose process is killed goes on: nothing twice, nothing missing', async () => {
  const taskCount = 2000
  const id = await readyToRun({ source: 'trello', file: fileOf(taskCount) })
  for (const killedAfter of [2, 5]) await runAndKill(id, async () => (await readJob(id)).parts >= killedAfter)
  await goOn(id)
  const { status, projectId, done, report } = await readJob(id)
  assert.deepEqual([status, done], ['done', taskCount])
  assert.equal((report as { created: number }).created, taskCount)
  const expected = [taskCount, taskCount, taskCount * COMMENTS_EACH, taskCount * COMMENTS_EACH]
  assert.deepEqual(await count(projectId), expected)
})

/** A board of WeKan whose cards have a file each; the export contains them. */
function boardWithFiles(cardCount: number) {
  const indexes = Array.from({ length: cardCount }, (_, index) => index)
  return {
    _format: 'wekan-board-1.0.0',
    title: 'Files',
    lists: [{ _id: 'l', title: 'List' }],
    cards: indexes.map(index => ({ _id: `c${index}`, title: `Card ${index}`, listId: 'l' })),
    attachments: indexes.map(index => ({
      _id: `a${index}`,
      cardId: `c${index}`,
      name: `${index}.txt`,
      type: 'text/plain',
      file: Buffer.from(contentOf(index)).toString('base64'),
    })),
  }
}

// Some files have the same content, which is stored once.
const contentOf = (index: number) => `Content ${index % 150}`

test('an import whose process is killed while it stores files goes on: none twice, none missing', async () => {
  const cardCount = 300
  const content = JSON.stringify(boardWithFiles(cardCount))
  const file = { name: 'files.json', type: 'application/json', content }
  const id = await readyToRun({ source: 'wekan', file })
  for (const killedAfter of [20, 120])
    await runAndKill(id, async () => {
      const { step, done } = await readJob(id)
      return step === 'files' && done >= killedAfter
    })
  await goOn(id)
  const { status, projectId, done, losses } = await readJob(id)
  assert.deepEqual([status, done, losses], ['done', cardCount, {}])
  const { rows } = await sql<{ title: string; names: string[]; attachmentCount: number }>`
    select title, attachment_count, array_agg(name) as names from tasks join attachments on task_id = tasks.id
    where tasks.project_id = ${projectId} group by tasks.id, title`.execute(db)
  assert.equal(rows.length, cardCount)
  for (const { title, names, attachmentCount } of rows)
    assert.deepEqual([names, attachmentCount], [[`${title.replace('Card ', '')}.txt`], 1])
  const { items } = (await owner.call('GET', `/task?projectId=${projectId}&limit=1000`)).json()
  for (const { id: taskId, title } of items.slice(0, 20)) {
    const [attachment] = (await owner.call('GET', `/task/${taskId}/attachment`)).json().items
    const stored = await owner.call('GET', `/attachment/${attachment.id}/content`)
    assert.equal(stored.body, contentOf(Number(title.replace('Card ', ''))))
  }
})
