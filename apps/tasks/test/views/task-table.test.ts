import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import type { CustomField } from '#fields/field.contract.ts'
import type { TaskSummary } from '#tasks/summary/task-summary.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'

const services = await sharedServices()
const { owner, member, viewer, stranger, project, toDo } = await createTeam(services)
const fields: Record<
  'severity' | 'platforms' | 'points' | 'reviewer' | 'approved' | 'customer',
  CustomField
> = {} as never
let parent: Task

async function createField(body: object): Promise<CustomField> {
  return (await owner.call('POST', `/project/${project.id}/field`, body)).json().item
}

async function createTask(body: object): Promise<Task> {
  const created = await member.call('POST', '/task', { columnId: toDo, ...body })
  assert.equal(created.statusCode, 200, created.body)
  return created.json().item
}

function optionOf(field: CustomField, name: string) {
  return field.options.find(option => option.name === name)?.id as number
}

before(async () => {
  const lists = {
    severity: { name: 'Severity', type: 'select', options: [{ name: 'Low' }, { name: 'High' }] },
    platforms: { name: 'Platforms', type: 'multi_select', options: [{ name: 'Web' }, { name: 'iOS' }] },
    points: { name: 'Points', type: 'number' },
    reviewer: { name: 'Reviewer', type: 'person' },
    approved: { name: 'Approved', type: 'checkbox' },
    customer: { name: 'Customer', type: 'text' },
  }
  for (const [name, field] of Object.entries(lists)) fields[name as 'points'] = await createField(field)
  const { severity, platforms, points, reviewer, approved, customer } = fields
  const low = optionOf(severity, 'Low')
  const high = optionOf(severity, 'High')
  const both = platforms.options.map(({ id }) => id)
  parent = await createTask({ title: 'Both', fields: { [platforms.id]: both, [points.id]: 0.1 } })
  await createTask({
    title: 'High',
    parentId: parent.id,
    fields: { [severity.id]: high, [points.id]: 0.2, [reviewer.id]: viewer.id },
  })
  await createTask({
    title: 'Low',
    parentId: parent.id,
    fields: { [severity.id]: low, [platforms.id]: [both[0]], [approved.id]: true, [customer.id]: '=1+1' },
  })
  await createTask({ title: 'Plain', estimateSeconds: 60, fields: { [severity.id]: low, [points.id]: -5 } })
})

async function summarize(query: string): Promise<TaskSummary> {
  const response = await member.call('GET', `/task/summary?projectId=${project.id}&${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

test('tasks are grouped by their parent and by custom fields, with the sums of numbers', async () => {
  const { severity, platforms, points, reviewer, approved, customer } = fields
  const groupsBy = async (groupBy: string) => {
    const { groups } = await summarize(`groupBy=${groupBy}`)
    for (const { filter, count, key } of groups) {
      const found = await member.call('GET', `/task?filter=${encodeURIComponent(filter)}`)
      assert.equal(found.json()._meta.total, count, `${groupBy} ${key}: ${filter}`)
    }
    return groups.map(({ key, title, count }) => `${title ?? key}: ${count}`)
  }
  assert.deepEqual(await groupsBy(`cf${severity.id}`), ['Low: 2', 'High: 1', 'null: 1'])
  assert.deepEqual(await groupsBy(`cf${platforms.id}`), ['Web: 2', 'iOS: 1', 'null: 2'])
  assert.deepEqual(await groupsBy(`cf${reviewer.id}`), ['Sam Sample: 1', 'null: 3'])
  assert.deepEqual(await groupsBy(`cf${approved.id}`), ['true: 1', 'false: 3'])
  assert.deepEqual(await groupsBy('parent'), ['Both: 2', 'null: 2'])

  const { groups, ...total } = await summarize(`groupBy=cf${platforms.id}&sums=cf${points.id}`)
  const sums = { estimateSeconds: 60, trackedSeconds: 0, fieldSums: { [points.id]: -4.7 } }
  assert.deepEqual(total, { count: 4, ...sums })
  assert.deepEqual(
    groups.map(({ fieldSums }) => fieldSums?.[points.id]),
    [0.1, 0.1, -4.8],
  )
  const bySeverity = await summarize(`groupBy=cf${severity.id}&sums=cf${points.id}`)
  assert.deepEqual(bySeverity.fieldSums, sums.fieldSums)
  assert.deepEqual(
    bySeverity.groups.map(({ fieldSums }) => fieldSums?.[points.id]),
    [-5, 0.2, 0.1],
  )

  const refused = async (query: string, user = member) => {
    const response = await user.call('GET', `/task/summary?${query}`)
    assert.equal(response.statusCode, 422, response.body)
    return Object.values(response.json().error.details.errors).join()
  }
  assert.match(await refused(`groupBy=cf${customer.id}`), /list/)
  assert.match(await refused('groupBy=cf999999'), /exist/)
  assert.match(await refused(`groupBy=cf${severity.id}`, stranger), /exist/)
  assert.match(await refused(`sums=cf${severity.id}`), /number/)
  assert.match(await refused(`sums=cf${points.id}`, stranger), /exist/)
})

test('a file has every matching task with the columns of the table, in the language of the reader', async () => {
  const { severity, platforms, points, reviewer, approved, customer } = fields
  const cf = ({ id }: CustomField) => `cf${id}`
  const download = (query: string, user = member) =>
    user.call('GET', `/task/csv?projectId=${project.id}&${query}`)
  const columns = [
    'title',
    'column',
    'priority',
    'estimate',
    'subtasks',
    'blocked',
    ...Object.values(fields).map(cf),
  ]
  const file = await download(`columns=${columns}&orderBy=-${cf(points)}&today=2026-05-04`)
  assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(file.headers['content-disposition'], 'attachment; filename="tasks-2026-05-04.csv"')
  assert.deepEqual(file.body.split('\r\n'), [
    '\uFEFFTitle,Status,Priority,Estimate (hours),Sub-tasks,Blocked,Severity,Platforms,Points,Reviewer,Approved,Customer',
    'High,To do,Normal,,,No,High,,0.2,Sam Sample,,',
    'Both,To do,Normal,,0 / 2,No,,"Web, iOS",0.1,,,',
    'Plain,To do,Normal,0.02,,No,Low,,-5,,,',
    "Low,To do,Normal,,,No,Low,Web,,,Yes,'=1+1",
    '',
  ])
  const filter = encodeURIComponent(`${cf(platforms)} = web and ${cf(severity)} = none`)
  const russian = await services.app.inject({
    url: `/task/csv?columns=number,title,${cf(approved)},blocked,priority&filter=${filter}`,
    headers: { authorization: `Bearer ${member.token}`, 'accept-language': 'ru' },
  })
  assert.equal(
    russian.body,
    `\uFEFFНомер,Название,Approved,Заблокирована,Приоритет\r\nWEB-${parent.number},Both,,Нет,Обычный\r\n`,
  )

  const many = Array.from({ length: 450 }, (_, index) => `Copy ${index}`)
  await sql`insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
    select project_id, board_id, column_id, 1000 + place, title.text, priority_id, creator_id, position + place
    from tasks, unnest(${many}::text[]) with ordinality as title (text, place) where id = ${parent.id}`.execute(
    services.deps.db,
  )
  const copies = await download(`columns=title&orderBy=-number&filter=${encodeURIComponent('title ~ copy')}`)
  assert.deepEqual(copies.body.trim().split('\r\n').slice(1), many.toReversed())

  const status = async (query: string, user = member) => (await download(query, user)).statusCode
  assert.equal(await status('columns=size'), 422)
  assert.equal(await status('columns=title,cf999999'), 422)
  assert.equal(await status('orderBy=size'), 422)
  assert.equal(await status('filter=due'), 422)
  assert.equal(await status('', stranger), 403)
  const foreign = await stranger.call('GET', `/task/csv?columns=${cf(customer)},${cf(reviewer)}`)
  assert.equal(foreign.statusCode, 422)
  assert.equal((await stranger.call('GET', '/task/csv?columns=title')).body, '\uFEFFTitle\r\n')
})
