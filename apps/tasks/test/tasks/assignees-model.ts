import assert from 'node:assert/strict'
import fc from 'fast-check'
import { insertMember } from '#projects/project.queries.ts'
import type { BulkChange, BulkResult } from '#tasks/bulk/bulk.contract.ts'
import { createDueOccurrences } from '#tasks/recurrence/occurrences.ts'
import type { Task } from '#tasks/task.contract.ts'
import type { BothServices } from '../both-services.ts'
import { createTeam, createUser } from '../team.ts'

const TASKS = 3
const PEOPLE = 4

/** Tasks and people are small numbers. */
type People = number[]
interface Change {
  set?: People
  assign?: number | null
  add?: People
  remove?: People
}
type Step =
  | { do: 'bulk'; tasks: number[]; change: Change }
  | { do: 'single'; task: number; change: Pick<Change, 'set' | 'assign'> }
  | { do: 'undo'; of: number }
  | { do: 'leave' | 'join'; person: number }
  | { do: 'complete' | 'copy' | 'repeat'; task: number }

const task = fc.nat(TASKS - 1)
const person = fc.nat(PEOPLE - 1)
const people = (minLength: number) =>
  fc.shuffledSubarray([...Array(PEOPLE).keys()], { minLength }).chain(some => fc.constant(some))
const single = fc.oneof(
  people(0).map(set => ({ set })),
  fc.option(person).map(assign => ({ assign })),
)
const bulk: fc.Arbitrary<Change> = fc.oneof(
  single,
  people(1).map(add => ({ add })),
  people(1).map(remove => ({ remove })),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('bulk' as const),
      tasks: fc.shuffledSubarray([...Array(TASKS).keys()], { minLength: 1 }),
      change: bulk,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('single' as const), task, change: single }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), of: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'join' as const), person }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('complete' as const, 'copy' as const, 'repeat' as const),
      task,
    }),
  },
)

/** Whatever is done to tasks, the same people are on them as in a simple model, in the same order. */
export async function checkAssignees(services: BothServices, options: { numRuns: number; seed?: number }) {
  const { deps } = services
  const { owner, project, toDo, done } = await createTeam(services)
  const users: { id: number }[] = []
  for (let at = 0; at < PEOPLE; at += 1) users.push(await createUser(services))
  const idOf = (at: number) => users[at]?.id as number

  async function ok(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
    const response = await owner.call(method, url, body)
    assert.equal(response.statusCode, 200, `${method} ${url} ${JSON.stringify(body)}: ${response.body}`)
    return response.json()
  }
  async function peopleOn(id: number): Promise<People> {
    const { assigneeId, assigneeIds }: Task = (await ok('GET', `/task/${id}`)).item
    assert.equal(assigneeId, assigneeIds[0] ?? null)
    return assigneeIds.map(one => users.findIndex(({ id }) => id === one))
  }
  function bodyOf({ set, assign, add, remove }: Change): BulkChange {
    return {
      ...(set && { assigneeIds: set.map(idOf) }),
      ...(assign !== undefined && { assigneeId: assign === null ? null : idOf(assign) }),
      ...(add && { addAssigneeIds: add.map(idOf) }),
      ...(remove && { removeAssigneeIds: remove.map(idOf) }),
    }
  }
  const duplicate = async (id: number): Promise<number> =>
    (await ok('POST', `/task/${id}/duplicate`, {})).item.id

  /** The next occurrence of the task, which no longer repeats afterwards. */
  async function repeat(id: number): Promise<number> {
    const realNow = deps.now
    await ok('PUT', `/task/${id}`, { dueDate: '2026-03-09' })
    try {
      deps.now = () => new Date('2026-03-10T12:00:00Z')
      await ok('PUT', `/task/${id}/recurrence`, { rule: 'FREQ=DAILY', timeZone: 'UTC' })
      deps.now = () => new Date('2026-03-11T12:00:00Z')
      await createDueOccurrences(deps)
    } finally {
      deps.now = realNow
    }
    const { items } = await ok('GET', `/task?projectId=${project.id}&limit=1&orderBy=-id`)
    assert.notEqual(items[0].id, id)
    await ok('DELETE', `/task/${items[0].id}/recurrence`)
    return items[0].id
  }

  const join = (at: number) =>
    deps.db.transaction().execute(tx => insertMember(tx, project.id, idOf(at), 'member'))

  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async steps => {
    const ids: number[] = []
    for (let at = 0; at < TASKS; at += 1)
      ids.push((await ok('POST', '/task', { title: `Task ${at}`, columnId: toDo })).item.id)
    const model = createModel()
    const bulkIds: number[] = []

    async function single({ task, change }: Extract<Step, { do: 'single' }>) {
      const isPossible = model.change(task, change)
      const response = await owner.call('PUT', `/task/${ids[task]}`, bodyOf(change))
      assert.equal(response.statusCode, isPossible ? 200 : 422, response.body)
    }
    async function bulk({ tasks, change }: Extract<Step, { do: 'bulk' }>) {
      const body = { ids: tasks.map(at => ids[at]), change: bodyOf(change) }
      const { id }: BulkResult = (await ok('POST', '/task/bulk', body)).item
      assert.equal(id === null, !model.changeMany(tasks, change))
      if (id !== null) bulkIds.push(id)
    }
    async function undo({ of }: Extract<Step, { do: 'undo' }>) {
      if (model.undo(of)) await ok('POST', `/task/bulk/${bulkIds[of]}/undo`)
    }
    async function comeOrGo({ do: what, person }: Extract<Step, { person: number }>) {
      if (what === 'leave' && model.leave(person))
        await ok('DELETE', `/project/${project.id}/member/${idOf(person)}`)
      if (what === 'join' && model.join(person)) await join(person)
    }
    async function complete(at: number) {
      model.completed.add(at)
      await ok('POST', `/task/${ids[at]}/move-to-column`, { columnId: done })
    }
    async function copy(at: number, create: (id: number) => Promise<number>) {
      const id = await create(ids[at] as number)
      assert.deepEqual(await peopleOn(id), model.copyOf(at))
      await ok('DELETE', `/task/${id}`)
    }
    const doers: Record<Step['do'], (step: never) => Promise<void>> = {
      single,
      bulk,
      undo,
      leave: comeOrGo,
      join: comeOrGo,
      complete: ({ task }: { task: number }) => complete(task),
      copy: ({ task }: { task: number }) => copy(task, duplicate),
      repeat: ({ task }: { task: number }) => copy(task, repeat),
    }

    for (const one of steps) {
      await doers[one.do](one as never)
      for (const at of ids.keys())
        assert.deepEqual(await peopleOn(ids[at] as number), model.states[at], JSON.stringify(one))
    }
    for (const at of users.keys()) if (!model.here.has(at)) await join(at)
  })
  for (const at of users.keys()) await join(at)
  await fc.assert(property, options)
}

interface Bulk {
  /** Who was on each task before, and the change that replaced them. */
  before: { task: number; people: People; change: number }[]
  isUndone: boolean
}

/** Everyone is a member at first, and nobody is on a task. */
function createModel() {
  const here = new Set(Array(PEOPLE).keys())
  const states: People[] = Array.from({ length: TASKS }, () => [])
  const changedAt = states.map(() => 0)
  const completed = new Set<number>()
  const bulks: Bulk[] = []
  let now = 0

  function write(at: number, after: People) {
    if (after.join() === states[at]?.join()) return false
    states[at] = after
    changedAt[at] = now
    return true
  }
  /** Undefined if someone who is added is not a member. */
  function wanted(at: number, change: Change) {
    const before = states[at] as People
    const after = peopleAfter(before, change)
    return after.every(one => before.includes(one) || here.has(one)) ? after : undefined
  }
  return {
    here,
    states,
    completed,
    /** Returns whether the change is possible. */
    change(at: number, change: Change) {
      now += 1
      const after = wanted(at, change)
      if (after) write(at, after)
      return after !== undefined
    },
    /** Returns whether anything has changed. */
    changeMany(tasks: number[], change: Change) {
      now += 1
      const before = tasks.flatMap(task => {
        const people = states[task] as People
        const after = wanted(task, change)
        return after && write(task, after) ? [{ task, people, change: now }] : []
      })
      if (before.length > 0) bulks.push({ before, isUndone: false })
      return before.length > 0
    },
    /** Returns whether it was still to be undone. */
    undo(of: number) {
      now += 1
      const bulk = bulks[of]
      if (!bulk || bulk.isUndone) return false
      bulk.isUndone = true
      for (const { task, people, change } of bulk.before) {
        const isPossible = people.every(at => states[task]?.includes(at) || here.has(at))
        if (changedAt[task] === change && isPossible) write(task, people)
      }
      return true
    },
    /** Completed tasks keep who leaves. */
    leave(person: number) {
      now += 1
      if (!here.delete(person)) return false
      for (const [at, people] of states.entries())
        if (!completed.has(at))
          write(
            at,
            people.filter(other => other !== person),
          )
      return true
    },
    join(person: number) {
      return !here.has(person) && here.add(person)
    },
    copyOf: (at: number) => (states[at] as People).filter(one => here.has(one)),
  }
}

function peopleAfter(before: People, { set, assign, add = [], remove = [] }: Change) {
  const others = before.slice(1).filter(one => one !== assign)
  const kept = assign === undefined ? before : assign === null ? [] : [assign, ...others]
  return [...new Set([...(set ?? kept), ...add])].filter(one => !remove.includes(one))
}
