import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Card } from '#boards/full-board.contract.ts'
import { MAX_DEPTH } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const { owner, member, project, boardId, toDo, done } = await createTeam(services)
const MODEL_RUNS = Number(process.env.MODEL_RUNS ?? 8)
const TASKS = 8

/** Tasks are numbered from 0 to TASKS - 1. */
type Step =
  | { do: 'parent'; task: number; parent: number | null }
  | { do: 'complete' | 'reopen' | 'delete' | 'restore'; task: number }
  | { do: 'block' | 'unblock'; task: number; blocker: number }

interface Node {
  parent: number | null
  isDone: boolean
  isDeleted: boolean
  blockers: Set<number>
}

const task = fc.nat(TASKS - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('parent'), task, parent: fc.option(task, { freq: 6 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('complete', 'reopen', 'delete', 'restore'), task }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('block', 'unblock'), task, blocker: task }) },
)

/** Steps of a batch are sent at the same time. */
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 12 })

test('concurrent changes create no cycle, nothing too deep, and counts that match the tasks', async () => {
  await fc.assert(
    fc.asyncProperty(batches, async batches => {
      const ids = await createTasks()
      for (const batch of batches) {
        const before = await readNodes(ids)
        const answers = await Promise.all(batch.map(step => send(ids, step)))
        for (const { statusCode, body } of answers) assert.ok(statusCode < 500, body)
        const nodes = await readNodes(ids)
        const [only, ...others] = batch
        if (only && others.length === 0) checkOne(before, nodes, only, answers[0]?.statusCode === 200)
        checkGraph(nodes)
        await checkShown(ids, nodes)
      }
    }),
    { numRuns: MODEL_RUNS },
  )
})

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

async function send(ids: number[], step: Step) {
  const id = ids[step.task]
  switch (step.do) {
    case 'parent':
      return member.call('PUT', `/task/${id}`, { parentId: step.parent === null ? null : ids[step.parent] })
    case 'complete':
    case 'reopen':
      return member.call('POST', `/task/${id}/move-to-column`, {
        columnId: step.do === 'complete' ? done : toDo,
      })
    case 'delete':
      return member.call('DELETE', `/task/${id}`)
    case 'restore':
      return owner.call('POST', `/task/${id}/restore`)
    case 'block':
      return member.call('POST', `/task/${id}/relation`, { type: 'blockedBy', taskId: ids[step.blocker] })
    case 'unblock': {
      const relation = await db
        .selectFrom('taskRelations')
        .where('toTaskId', '=', id ?? 0)
        .where('fromTaskId', '=', ids[step.blocker] ?? 0)
        .select('id')
        .executeTakeFirst()
      return member.call('DELETE', `/task/${id}/relation/${relation?.id ?? 999_999}`)
    }
  }
}

async function readNodes(ids: number[]): Promise<Node[]> {
  const tasks = await db.selectFrom('tasks').selectAll().orderBy('id').execute()
  const relations = await db.selectFrom('taskRelations').selectAll().execute()
  return tasks.map(({ id, parentId, completedAt, deletedAt }) => ({
    parent: parentId === null ? null : ids.indexOf(parentId),
    isDone: completedAt !== null,
    isDeleted: deletedAt !== null,
    blockers: new Set(relations.filter(one => one.toTaskId === id).map(one => ids.indexOf(one.fromTaskId))),
  }))
}

/** Whether a step on its own was accepted or refused as it should, and did nothing else. */
function checkOne(before: Node[], after: Node[], step: Step, isAccepted: boolean) {
  const expected = before.map(node => ({ ...node, blockers: new Set(node.blockers) }))
  const node = expected[step.task] as Node
  const said = JSON.stringify(step)
  if (step.do === 'parent') {
    const isAllowed = !node.isDeleted && canBeParent(before, step.task, step.parent)
    assert.equal(isAccepted, isAllowed, said)
    if (isAllowed) node.parent = step.parent
  }
  if (step.do === 'block') {
    const isAllowed =
      !node.isDeleted && !before[step.blocker]?.isDeleted && canBlock(before, step.blocker, step.task)
    assert.equal(isAccepted, isAllowed, said)
    if (isAllowed) node.blockers.add(step.blocker)
  }
  if (step.do === 'unblock' && isAccepted) node.blockers.delete(step.blocker)
  const links = (nodes: Node[]) => nodes.map(({ parent, blockers }) => [parent, [...blockers].sort()])
  assert.deepEqual(links(after), links(expected), said)
}

/** A task keeps a parent that was deleted meanwhile, so naming it again changes nothing. */
function canBeParent(nodes: Node[], task: number, parent: number | null) {
  if (parent === null || parent === nodes[task]?.parent) return true
  const above = [parent, ...ancestorsOf(nodes, parent)]
  if (above.includes(task) || nodes[parent]?.isDeleted) return false
  return above.length + heightOf(nodes, task) <= MAX_DEPTH
}

function canBlock(nodes: Node[], blocker: number, task: number) {
  return blocker !== task && !nodes[task]?.blockers.has(blocker) && !isBlockedBy(nodes, blocker, task)
}

function checkGraph(nodes: Node[]) {
  for (const at of nodes.keys()) {
    assert.ok(ancestorsOf(nodes, at).length <= MAX_DEPTH, `${at} is not too deep`)
    assert.ok(!isBlockedBy(nodes, at, at), `${at} does not block itself`)
  }
}

/** Fails on a cycle. */
function ancestorsOf(nodes: Node[], at: number): number[] {
  const above: number[] = []
  for (let parent = nodes[at]?.parent ?? null; parent !== null; parent = nodes[parent]?.parent ?? null) {
    assert.ok(above.length < TASKS, `${at} is its own ancestor`)
    above.push(parent)
  }
  return above
}

function childrenOf(nodes: Node[], at: number) {
  return [...nodes.keys()].filter(child => nodes[child]?.parent === at)
}

function heightOf(nodes: Node[], at: number): number {
  return Math.max(0, ...childrenOf(nodes, at).map(child => 1 + heightOf(nodes, child)))
}

function isBlockedBy(nodes: Node[], task: number, other: number, seen = new Set<number>()): boolean {
  return [...(nodes[task]?.blockers ?? [])].some(blocker => {
    if (blocker === other) return true
    if (seen.has(blocker)) return false
    seen.add(blocker)
    return isBlockedBy(nodes, blocker, other, seen)
  })
}

/** What is below and counts: tasks without sub-tasks, none of them deleted. */
function leavesOf(nodes: Node[], at: number): Node[] {
  const live = childrenOf(nodes, at).filter(child => !nodes[child]?.isDeleted)
  return live.flatMap(child => {
    const below = leavesOf(nodes, child)
    return below.length > 0 ? below : [nodes[child] as Node]
  })
}

/** Task, list and board show the same. */
async function checkShown(ids: number[], nodes: Node[]) {
  const { item } = (await member.call('GET', `/board/${boardId}/full`)).json()
  const cards = item.columns.flatMap((column: { tasks: Card[] }) => column.tasks) as Card[]
  const { items } = (await member.call('GET', `/task?boardId=${boardId}&limit=1000`)).json()
  const expected = nodes.flatMap((node, at) => {
    if (node.isDeleted) return []
    const leaves = leavesOf(nodes, at)
    const isOpen = (blocker: number) => !nodes[blocker]?.isDone && !nodes[blocker]?.isDeleted
    return [
      {
        id: ids[at],
        parentId: node.parent === null ? null : ids[node.parent],
        subtaskTotal: leaves.length,
        subtaskDone: leaves.filter(({ isDone }) => isDone).length,
        isBlocked: [...node.blockers].some(isOpen),
      },
    ]
  })
  const shown = (tasks: Card[]) =>
    tasks
      .map(({ id, parentId, subtaskTotal, subtaskDone, isBlocked }) => ({
        id,
        parentId,
        subtaskTotal,
        subtaskDone,
        isBlocked,
      }))
      .sort((one, other) => one.id - other.id)
  assert.deepEqual(shown(cards), expected)
  assert.deepEqual(shown(items), expected)
}
