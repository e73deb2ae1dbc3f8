import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { BulkResult } from '#tasks/bulk/bulk.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const { owner, member, manager, project, boardId, toDo, inProgress, done } = await createTeam(services)
const MODEL_RUNS = Number(process.env.MODEL_RUNS ?? 3)
const TASKS = 6

/** Tasks, people and columns are named by small numbers. */
interface State {
  priority: number
  assignee: number | null
  due: string | null
  parent: number | null
  column: number
  isDeleted: boolean
}
type Change = Partial<State>

type Step =
  | { do: 'bulk'; tasks: number[]; change: Change; by: 'member' | 'manager' }
  | { do: 'single'; task: number; change: Change }
  | { do: 'undo'; of: number }

const users = [member.id, manager.id]
const columns = [toDo, inProgress, done]
const days = ['2026-01-10', '2026-02-10', '2026-03-10']

const task = fc.nat(TASKS - 1)
const one = <Key extends keyof State>(key: Key, value: fc.Arbitrary<State[Key]>) =>
  value.map((chosen): Change => ({ [key]: chosen }))
const field = fc.oneof(
  one('priority', fc.integer({ min: 1, max: 4 })),
  one('assignee', fc.option(fc.nat(users.length - 1))),
  one('due', fc.option(fc.constantFrom(...days))),
  one('parent', fc.option(task)),
  one('column', fc.nat(columns.length - 1)),
)
const change = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(field, field).map(([some, more]): Change => ({ ...some, ...more })) },
  { weight: 2, arbitrary: one('isDeleted', fc.boolean()) },
)
const bulk = fc.record({
  do: fc.constant('bulk' as const),
  tasks: fc.shuffledSubarray([...Array(TASKS).keys()], { minLength: 1 }),
  change,
  by: fc.constantFrom('member' as const, 'manager' as const),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: bulk },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('single' as const), task, change }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), of: fc.nat(5) }) },
)

test('bulk changes and undos do to tasks what a simple model does', async () => {
  const sequence = fc.array(step, { minLength: 5, maxLength: 25 })
  const property = fc.asyncProperty(sequence, async steps => {
    const ids = await createTasks()
    const model = createModel()
    for (const step of steps) {
      const undone = undoneBy(step, model.bulks)
      const answer = await send(ids, step, undone)
      const said = `${JSON.stringify(step)}: ${answer.statusCode} ${answer.body}`
      assert.ok(answer.statusCode < 500, said)
      if (step.do === 'undo') assert.equal(answer.statusCode, expectedStatus(undone), said)
      model.follow(step, answer.json().item)
      assert.deepEqual(await readStates(ids), model.states, said)
    }
    await checkOrder()
  })
  await fc.assert(property, { numRuns: MODEL_RUNS })
})

test('concurrent bulk changes, single changes and undos neither fail nor lose anything', async () => {
  const batches = fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { minLength: 3, maxLength: 6 })
  const property = fc.asyncProperty(batches, async batches => {
    const ids = await createTasks()
    const bulks: Bulk[] = []
    for (const batch of batches) {
      const before = await readStates(ids)
      const answers = await Promise.all(
        batch.map(async step => {
          return { step, answer: await send(ids, step, undoneBy(step, bulks)) }
        }),
      )
      for (const { step, answer } of answers) {
        assert.ok(answer.statusCode < 500, answer.body)
        if (step.do === 'bulk') bulks.push(...bulkOf(step, answer.json().item))
      }
      const after = await readStates(ids)
      if (batch.every(one => one.do !== 'undo')) checkExplained(before, after, batch)
      checkParents(after)
      await checkOrder()
    }
  })
  await fc.assert(property, { numRuns: MODEL_RUNS })
})

function undoneBy(step: Step, bulks: Bulk[]) {
  return step.do === 'undo' ? bulks[step.of] : undefined
}

function expectedStatus(undone: Bulk | undefined) {
  if (!undone) return 404
  return undone.isUndone ? 409 : 200
}

function bulkOf({ by }: Extract<Step, { do: 'bulk' }>, { id }: BulkResult): Bulk[] {
  return id === null ? [] : [{ id, by, before: [], isUndone: false }]
}

/** Every value was there before, or a change of the batch set it. */
function checkExplained(before: State[], after: State[], batch: Step[]) {
  for (const [at, state] of after.entries()) {
    const allowed = [before[at], ...changesOf(batch, at)]
    for (const key of Object.keys(state) as (keyof State)[]) {
      const isExplained = allowed.some(values => values && key in values && values[key] === state[key])
      assert.ok(isExplained, `${at} ${key} ${JSON.stringify([before[at], state, batch])}`)
    }
  }
}

interface Bulk {
  id: number
  by: 'member' | 'manager'
  /** Each value that it replaced, with the step that set the value which replaced it. */
  before: { task: number; key: keyof State; value: State[keyof State]; version: number }[]
  isUndone: boolean
}

/** One field after the other, each with the number of the step that changed it last. */
function createModel() {
  const states: State[] = Array.from({ length: TASKS }, () => ({
    priority: 2,
    assignee: null,
    due: null,
    parent: null,
    column: 0,
    isDeleted: false,
  }))
  const versions = new Map<string, number>()
  const bulks: Bulk[] = []
  let now = 0

  function set(task: number, key: keyof State, value: State[keyof State]) {
    const state = states[task] as State
    if (state[key] === value) return false
    Object.assign(state, { [key]: value })
    versions.set(`${task} ${key}`, now)
    return true
  }

  /** Everything or nothing, as far as the change fits the task. */
  function apply(task: number, change: Change) {
    const state = states[task] as State
    if ('isDeleted' in change)
      return set(task, 'isDeleted', change.isDeleted ?? false) ? ['isDeleted' as const] : []
    if (state.isDeleted || !isAllowedParent(task, change.parent)) return []
    return (Object.keys(change) as (keyof State)[]).filter(key => set(task, key, change[key] ?? null))
  }

  function isAllowedParent(task: number, parent: number | null | undefined) {
    if (parent === undefined || parent === null || states[task]?.parent === parent) return true
    const above = [parent, ...ancestorsOf(states, parent)]
    return !above.includes(task) && !states[parent]?.isDeleted && above.length + heightOf(states, task) <= 5
  }

  return {
    states,
    bulks,
    follow(step: Step, result: BulkResult) {
      now += 1
      if (step.do === 'single') apply(step.task, step.change)
      else if (step.do === 'bulk') changeMany(step, result)
      else if (bulks[step.of]) undo(bulks[step.of] as Bulk)
    },
  }

  function changeMany({ tasks, change, by }: Extract<Step, { do: 'bulk' }>, result: BulkResult) {
    const before: Bulk['before'] = []
    for (const task of tasks) {
      const old = { ...states[task] } as State
      for (const key of apply(task, change)) before.push({ task, key, value: old[key], version: now })
    }
    assert.equal(result.id === null, before.length === 0)
    if (result.id !== null) bulks.push({ id: result.id, by, before, isUndone: false })
  }

  function undo(bulk: Bulk) {
    if (bulk.isUndone) return
    bulk.isUndone = true
    for (const { task, key, value, version } of bulk.before) {
      const isChanged = versions.get(`${task} ${key}`) !== version
      const isGone = states[task]?.isDeleted && key !== 'isDeleted'
      if (isChanged || isGone) continue
      if (key === 'parent' && !isAllowedParent(task, value as number | null)) continue
      set(task, key, value)
    }
  }
}

async function createTasks() {
  await db.deleteFrom('tasks').execute()
  const rows = Array.from({ length: TASKS }, (_, at) => ({
    projectId: project.id,
    boardId,
    columnId: toDo,
    number: at + 1,
    title: `Task ${at}`,
    priorityId: 2,
    creatorId: member.id,
    position: (at + 1) * 65_536,
  }))
  const created = await db.insertInto('tasks').values(rows).returning('id').execute()
  return created.map(({ id }) => id)
}

async function send(ids: number[], step: Step, undone: Bulk | undefined) {
  switch (step.do) {
    case 'bulk': {
      const body = { ids: step.tasks.map(at => ids[at]), change: bodyOf(ids, step.change) }
      return { member, manager }[step.by].call('POST', '/task/bulk', body)
    }
    case 'single': {
      const { isDeleted, ...change } = step.change
      const id = ids[step.task]
      if (isDeleted !== undefined) {
        return isDeleted ? owner.call('DELETE', `/task/${id}`) : owner.call('POST', `/task/${id}/restore`)
      }
      return owner.call('PUT', `/task/${id}`, bodyOf(ids, change))
    }
    case 'undo': {
      const { id = 999_999_999, by = 'member' } = undone ?? {}
      return { member, manager }[by].call('POST', `/task/bulk/${id}/undo`)
    }
  }
}

function bodyOf(ids: number[], { priority, assignee, due, parent, column, isDeleted }: Change) {
  const at = <Value>(list: Value[], index: number | null) => (index === null ? null : list[index])
  return {
    ...(priority !== undefined && { priorityId: priority }),
    ...(assignee !== undefined && { assigneeId: at(users, assignee) }),
    ...(due !== undefined && { dueDate: due }),
    ...(parent !== undefined && { parentId: at(ids, parent) }),
    ...(column !== undefined && { columnId: at(columns, column) }),
    ...(isDeleted !== undefined && { isDeleted }),
  }
}

async function readStates(ids: number[]): Promise<State[]> {
  const tasks = await db.selectFrom('tasks').selectAll().orderBy('id').execute()
  return tasks.map(task => ({
    priority: task.priorityId,
    assignee: task.assigneeId === null ? null : users.indexOf(task.assigneeId),
    due: task.dueDate,
    parent: task.parentId === null ? null : ids.indexOf(task.parentId),
    column: columns.indexOf(task.columnId),
    isDeleted: task.deletedAt !== null,
  }))
}

/** Every task outside of the trash has a position of its own, and is completed where its column says so. */
async function checkOrder() {
  const tasks = await db.selectFrom('tasks').selectAll().execute()
  const live = tasks.filter(({ deletedAt }) => deletedAt === null)
  assert.equal(new Set(live.map(({ columnId, position }) => `${columnId} ${position}`)).size, live.length)
  for (const { columnId, position, completedAt } of live) {
    assert.ok(position !== null)
    assert.equal(completedAt !== null, columnId === done)
  }
}

function changesOf(batch: Step[], task: number): Change[] {
  return batch.flatMap(step => {
    if (step.do === 'bulk') return step.tasks.includes(task) ? [step.change] : []
    return step.do === 'single' && step.task === task ? [step.change] : []
  })
}

function ancestorsOf(states: State[], task: number): number[] {
  const above: number[] = []
  for (let at = states[task]?.parent ?? null; at !== null; at = states[at]?.parent ?? null) {
    assert.ok(above.length < TASKS, `${task} is its own ancestor`)
    above.push(at)
  }
  return above
}

function heightOf(states: State[], task: number): number {
  const children = [...states.keys()].filter(child => states[child]?.parent === task)
  return Math.max(0, ...children.map(child => 1 + heightOf(states, child)))
}

function checkParents(states: State[]) {
  for (const task of states.keys()) assert.ok(ancestorsOf(states, task).length <= 5)
}
