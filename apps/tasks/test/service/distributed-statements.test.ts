import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDistribution, type TableUse } from '@atrium/testing/distributed-statements'
import type { InjectOptions } from 'fastify'
import type { Kysely } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { notOfProjects, projectColumnOf } from '../project-columns.ts'
import { createTeam } from '../team.ts'

// Everyday statements say in which project their rows are, so that a database that distributes tables by project could find them in
// one place; see docs/scaling.md.

const services = await startBothServices()
const { member, boardId, toDo, done, project } = await createTeam(services)
const instance = await startInstrumentedInstance(services)
const call = as(instance, member.token)

const tablesOfOthers = Object.values(notOfProjects).flatMap(Object.keys)
const listUses = await openDistribution(services.deps.db as unknown as Kysely<unknown>, {
  keyOf: table => (tablesOfOthers.includes(table) ? undefined : projectColumnOf(table)),
  others: { record: 'id', user: 'user_id' },
  keysOfOthers: ['from_project_id'],
})

const ids: number[] = []
for (const title of ['One', 'Two', 'Three']) {
  const response = await member.call('POST', '/task', { title, columnId: toDo, assigneeId: member.id })
  ids.push(response.json().item.id)
}
const [taskId, secondId, thirdId] = ids

/** What the application sends all day, as `docs/performance.md` measures it. */
const requests: [InjectOptions['method'], string, object?][] = [
  ['GET', `/task/${taskId}`],
  ['GET', `/board/${boardId}/full?perColumn=2000&withProject=true`],
  ['GET', `/task?projectId=${project.id}`],
  ['GET', `/task?projectId=${project.id}&orderBy=-dueDate&page=1&limit=100`],
  ['GET', `/task?projectId=${project.id}&filter=${encodeURIComponent('due < today+7')}`],
  ['GET', `/task?columnId=${toDo}`],
  ['GET', '/task?limit=20'],
  ['GET', '/task?assigneeId=me&completed=false&orderBy=dueDate&limit=300'],
  ['GET', '/task?search=one&limit=20'],
  ['GET', `/task/schedule?projectId=${project.id}&from=2026-03-01&to=2026-04-04`],
  ['GET', '/notification?limit=30'],
  ['GET', '/navigation'],
  ['POST', '/task', { title: 'Four', columnId: toDo, assigneeId: member.id }],
  ['POST', `/task/${taskId}/move-to-column`, { columnId: toDo }],
  [
    'POST',
    `/task/${taskId}/move-to-column`,
    { columnId: toDo, afterTaskId: secondId, beforeTaskId: thirdId },
  ],
  ['POST', `/task/${taskId}/move-to-column`, { columnId: done }],
]

interface Exception {
  why: string
  allows: (use: TableUse, sql: string) => boolean
}

const exceptions: Exception[] = [
  {
    why: 'A request names a record by its id only: the statement that checks the right finds its project.',
    allows: ({ by }, sql) => by === 'record' && sql.includes('"mine"."role"'),
  },
  {
    why: 'What a user sees of all their projects at once is found through the user.',
    allows: ({ by }) => by === 'user',
  },
  {
    why: 'A board says how far the changes of all projects were, so that the event stream can continue from there.',
    allows: ({ table, by }, sql) => table === 'activity' && by === undefined && sql.includes(lastChange),
  },
  {
    why: 'The tasks of a column are counted in an index without projects; reading their rows would take longer.',
    allows: ({ table, by }, sql) => table === 'tasks' && by === undefined && sql.includes(countInColumn),
  },
  {
    why: 'Sub-tasks and blockers that a completed task concerns can be in other projects.',
    allows: (_, sql) => sql.includes('is_blocked_by_completed'),
  },
  {
    why: 'Who is notified depends on the task of an event, which may have moved to another project since.',
    allows: ({ table }, sql) => eventsOfTasks.test(sql) && tablesOfTasks.includes(table),
  },
]
const lastChange = '(select coalesce(max(id), 0) from activity)'
const countInColumn = `'taskCount', (select count(*) from tasks`
const eventsOfTasks = /as event \(at, project_id, actor_id, task_id|select event\.at, projects\.name/
const tablesOfTasks = ['tasks', 'comments', 'task_watchers']

const used = new Set<Exception>()

for (const [method, url, body] of requests)
  test(`${method} ${decodeURIComponent(url).replace(/\d+/g, '{id}')} names the project of its rows`, async () => {
    const statements = await instance.statementsOf(() => call(method, url, body))
    const readable = [...new Set(statements.map(({ sql }) => sql))].filter(sql => isAboutRows.test(sql))
    assert.ok(readable.length > 0)
    for (const sql of readable) {
      const others = (await listUses(sql)).filter(({ by }) => by !== 'key' && by !== 'other record')
      for (const use of others) {
        const exception = exceptions.find(({ allows }) => allows(use, sql))
        assert.ok(exception, `${use.table} is found by ${use.by ?? 'neither project nor record'} in:\n${sql}`)
        used.add(exception)
      }
    }
  })

const isAboutRows = /^\s*(select|with|insert|update|delete)\b/i

after(() => {
  const unused = exceptions.filter(one => !used.has(one))
  assert.deepEqual(unused, [], 'exceptions that no statement needs any more')
})
