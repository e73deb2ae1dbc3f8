import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { insertBoard } from '#boards/board.commands.ts'
import { insertMember } from '#projects/project.queries.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

// Tasks that are created or moved at the same time share a transaction, with a key and without one.
const services = await sharedServices()
const second = await services.startInstance()
const { db } = services.deps
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger } = team
const MODEL_RUNS = Number(process.env.MODEL_RUNS ?? 4)
const WIP_LIMIT = 2

const people = [owner, manager, member, viewer, stranger]
const first = { projectId: team.project.id, boardId: team.boardId, columns: [team.toDo, team.done] }
const other = await createOtherProject()
const columns = [...first.columns, ...other.columns]

/** People, keys, columns and tasks are named by small numbers. */
interface Sending {
  by: number
  key: number | null
  isOnSecond: boolean
  column: number
}
interface Creation extends Sending {
  do: 'create'
  assignee: number | null
  text: number
  /** Whether the database refuses it. */
  isBroken: boolean
}
interface Move extends Sending {
  do: 'move'
  task: number
  /** The task that it is placed below. */
  next: number | null
}
type Request = Creation | Move

const from = { by: fc.nat(people.length - 1), key: fc.option(fc.nat(3)), isOnSecond: fc.boolean() }
const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    ...from,
    column: fc.nat(columns.length), // the last one has a limit
    assignee: fc.option(fc.nat(people.length - 1), { freq: 2 }),
    text: fc.nat(1),
    isBroken: fc.nat(7).map(chance => chance === 0),
  }),
  fc.record({
    do: fc.constant('move' as const),
    ...from,
    task: fc.nat(7),
    column: fc.nat(columns.length - 1),
    next: fc.option(fc.nat(7), { freq: 2 }),
  }),
)

test('requests that arrive at the same time do what each of them would do alone, and with a key once', async () => {
  let batched = 0
  const runs = fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 30 }), async requests => {
    const limited = await createLimitedColumn()
    const tasks = await createTasks()
    const run = randomUUID()
    const messages = requests.map(one => messageOf(one, { tasks, limited, run }))
    const answers = await Promise.all(
      messages.map(async message => ({ ...message, response: await send(message) })),
    )
    for (const answer of answers) checkAnswer(answer, answers)
    await checkCreated(run, limited, answers)
    await checkMoved(tasks, answers)
    batched += await countBatched(run, tasks)
  })
  await fc.assert(runs, { numRuns: MODEL_RUNS, endOnFailure: true })
  assert.ok(batched > 0, 'no two requests shared a transaction')
})

type Message = ReturnType<typeof messageOf>
type Answer = Message & { response: Awaited<ReturnType<typeof send>> }

function checkAnswer(answer: Answer, answers: Answer[]) {
  const { one, key, content, response } = answer
  const { statusCode, body } = response
  const withKey = key ? answers.filter(other => other.one.by === one.by && other.key === key) : [answer]
  const alike = withKey.filter(other => other.content === content)
  if (response.json().error?.details.errors?.['Idempotency-Key']) {
    assert.equal(statusCode, 422)
    assert.ok(withKey.length > alike.length)
    return
  }
  assert.deepEqual(new Set(alike.map(({ response }) => response.body)), new Set([body]))
  // What the access rule refuses claims no key.
  const isClaimed = one.do === 'create' || statusCode !== 403
  assert.equal(alike.filter(isFirst).length, isClaimed ? 1 : alike.length)
  const expected = expectedStatus(one)
  if (expected) assert.equal(statusCode, expected, body)
}

/** What a request is answered with, whatever happens at the same time; undefined if that decides it. */
function expectedStatus(one: Request) {
  const person = people[one.by]
  const isInOther = one.column >= first.columns.length && one.column < columns.length
  if (one.do === 'move') {
    if (person === viewer || person === stranger) return 403
    return isInOther ? 422 : 200
  }
  const writers = isInOther ? [owner, member] : [owner, manager, member]
  if (!writers.some(writer => writer === person)) return 403
  const isAssignable = one.assignee === null || writers.some(writer => writer === people[one.assignee ?? -1])
  if (one.column === columns.length) return undefined
  return one.isBroken || !isAssignable ? 422 : 200
}

function isFirst({ response }: Answer) {
  return !response.headers['idempotency-replayed']
}

/** Lists what was done, each once. */
function doneBy(answers: Answer[], what: Request['do']) {
  return answers
    .filter(answer => answer.one.do === what && answer.response.statusCode === 200 && isFirst(answer))
    .map(({ one, payload, response }) => ({
      payload,
      actorId: people[one.by]?.id,
      item: response.json().item as Task,
    }))
}

async function checkCreated(run: string, limited: number, answers: Answer[]) {
  const created = doneBy(answers, 'create')
  const stored = await db.selectFrom('tasks').where('description', '=', run).selectAll().execute()
  assert.equal(stored.length, created.length)
  for (const { payload, actorId, item } of created) {
    const { number, position, projectId } = item
    assert.partialDeepStrictEqual(item, { ...payload, creatorId: actorId, version: 1 })
    const task = stored.find(({ id }) => id === item.id)
    assert.partialDeepStrictEqual(task, { ...payload, creatorId: actorId, number, position, projectId })
    const events = await eventsOf(item.id)
    assert.deepEqual(
      events.map(event => [event.type, event.actorId, event.projectId]),
      [['task.created', actorId, projectId]],
    )
  }
  assert.ok(stored.filter(({ columnId }) => columnId === limited).length <= WIP_LIMIT)
  const numbers = await db.selectFrom('tasks').select(['projectId', 'number']).execute()
  assert.equal(new Set(numbers.map(task => `${task.projectId} ${task.number}`)).size, numbers.length)
  const notified = await db
    .selectFrom('notifications')
    .where('taskId', 'in', [0, ...stored.map(({ id }) => id)])
    .select(['taskId', 'userId'])
    .execute()
  const assigned = stored.filter(({ assigneeId, creatorId }) => assigneeId && assigneeId !== creatorId)
  assert.deepEqual(
    notified.map(({ taskId, userId }) => `${taskId} ${userId}`).sort(),
    assigned.map(({ id, assigneeId }) => `${id} ${assigneeId}`).sort(),
  )
}

async function checkMoved(tasks: Task[], answers: Answer[]) {
  const moved = doneBy(answers, 'move')
  for (const task of tasks) {
    const moves = moved.filter(({ item }) => item.id === task.id)
    moves.sort((one, another) => one.item.version - another.item.version)
    assert.deepEqual(
      moves.map(({ item }) => item.version),
      moves.map((_, index) => index + 2),
    )
    const places = [task, ...moves.map(({ item }) => item)]
    const isMoved = ({ item: { columnId, position } }: (typeof moves)[number], index: number) =>
      columnId !== places[index]?.columnId || position !== places[index]?.position
    const events = (await eventsOf(task.id)).filter(({ type }) => type === 'task.moved')
    assert.deepEqual(
      events.map(({ taskVersion, actorId, after }) => [
        taskVersion,
        actorId,
        (after as unknown as Task).columnId,
      ]),
      moves.filter(isMoved).map(({ actorId, item }) => [item.version, actorId, item.columnId]),
    )
    const { columnId, position, version } = places.at(-1) as Task
    const stored = await db.selectFrom('tasks').where('id', '=', task.id).selectAll().executeTakeFirst()
    assert.partialDeepStrictEqual(stored, { columnId, position, version })
  }
}

function eventsOf(taskId: number) {
  return db.selectFrom('activity').where('taskId', '=', taskId).orderBy('id').selectAll().execute()
}

/** Counts the tasks that were not the first ones of their transactions. */
async function countBatched(run: string, tasks: Task[]) {
  const events = await db
    .selectFrom('activity')
    .innerJoin('tasks', 'tasks.id', 'activity.taskId')
    .where(({ eb, or }) =>
      or([
        eb('tasks.description', '=', run),
        eb(
          'tasks.id',
          'in',
          tasks.map(({ id }) => id),
        ),
      ]),
    )
    .where('activity.type', 'in', ['task.created', 'task.moved'])
    .select('activity.xid')
    .execute()
  return events.length - new Set(events.map(({ xid }) => xid)).size
}

interface Given {
  tasks: Task[]
  limited: number
  run: string
}

/** Few texts, so that requests with the same key often have the same body. */
function messageOf(one: Request, { tasks, limited, run }: Given) {
  const columnId = columns[one.column] ?? limited
  const key = one.key === null ? undefined : `${run}-${one.key}`
  const [path, payload] = one.do === 'move' ? moveOf(one, columnId, tasks) : creationOf(one, columnId, run)
  return { one, key, path, payload, content: JSON.stringify([path, payload]) }
}

function moveOf({ task, next }: Move, columnId: number, tasks: Task[]) {
  const idOf = (index: number) => (tasks[index] as Task).id
  const isNextToTask = next !== null && next !== task
  const payload = { columnId, ...(isNextToTask && { afterTaskId: idOf(next) }) }
  return [`/task/${idOf(task)}/move-to-column`, payload] as const
}

function creationOf({ text, assignee, isBroken }: Creation, columnId: number, run: string) {
  const assigneeId = assignee === null ? null : (people[assignee]?.id as number)
  const payload = { title: `Task ${text}`, description: run, columnId, assigneeId }
  return ['/task', { ...payload, ...(isBroken && { priorityId: 999_999 }) }] as const
}

function send({ one, key, path, payload }: Message) {
  const { app } = one.isOnSecond ? second : services
  const authorization = `Bearer ${people[one.by]?.token}`
  const headers = { authorization, ...(key && { 'idempotency-key': key }) }
  return app.inject({ method: 'POST', url: path, payload, headers })
}

async function createTasks() {
  const created = await Promise.all(
    Array.from({ length: 8 }, () => member.call('POST', '/task', { title: 'Moved', columnId: team.toDo })),
  )
  return created.map(response => response.json().item as Task)
}

async function createLimitedColumn() {
  const body = { title: 'Limited', wipLimit: WIP_LIMIT }
  const response = await manager.call('POST', `/board/${team.boardId}/column`, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id as number
}

async function createOtherProject() {
  const { id } = (await owner.call('POST', '/project', { name: 'Other' })).json().item as { id: number }
  await insertMember(db, id, member.id, 'member')
  const boardId = await db.transaction().execute(tx => insertBoard(tx, id, { name: 'Other' }))
  const found = await db.selectFrom('boardColumns').where('boardId', '=', boardId).select('id').execute()
  return { projectId: id, boardId, columns: found.slice(0, 2).map(column => column.id) }
}
