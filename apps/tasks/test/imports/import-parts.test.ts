import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import type { ImportedPart, ImportPlan, PlannedTask } from '#imports/plan/import-plan.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const { owner, manager, member, viewer, stranger, project, boardId } = await createTeam(services)
await db.updateTable('users').set({ name: 'Ada', surname: 'Lovelace' }).where('id', '=', member.id).execute()

type Plan = Partial<Omit<ImportPlan, 'tasks'>> & { tasks: Partial<PlannedTask>[] }
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any

const send = (caller: User, plan: object, projectId = project.id) =>
  caller.call('POST', `/project/${projectId}/import`, plan)

async function importPart(plan: Plan, projectId = project.id): Promise<ImportedPart> {
  const response = await send(manager, plan, projectId)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function get(url: string, caller = manager): Promise<Answer> {
  const response = await caller.call('GET', url)
  assert.equal(response.statusCode, 200, `${url}: ${response.body}`)
  return response.json()
}

const taskOf = async (part: ImportedPart, externalId: string): Promise<Task> =>
  (await get(`/task/${part.tasks.find(task => task.externalId === externalId)?.taskId}`)).item

async function countTasks(projectId = project.id) {
  return (await get(`/task?projectId=${projectId}&limit=1`))._meta.total as number
}

/** Another project of the same manager. */
async function newProject(): Promise<number> {
  const response = await manager.call('POST', '/project', { name: 'Elsewhere' })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id
}

const columns = [
  { externalId: 'l1', title: 'to DO' },
  { externalId: 'l2', title: 'Review' },
  { externalId: 'l3', title: 'Shipped', isDone: true },
]
const people = [
  { externalId: 'p1', name: 'Ada Lovelace' },
  { externalId: 'p2', name: 'Grace Hopper', email: 'grace@example.com' },
  { externalId: 'p3', name: 'A viewer', userId: viewer.id },
]

test('a part brings columns, tasks, people, comments, checklists, stickers, fields, parents and relations', async () => {
  const field = (body: object) => owner.call('POST', `/project/${project.id}/field`, body)
  const severity = (
    await field({ name: 'Severity', type: 'select', options: [{ name: 'Low' }, { name: 'High' }] })
  ).json().item
  const points = (await field({ name: 'Points', type: 'number' })).json().item
  const reviewer = (await field({ name: 'Reviewer', type: 'person' })).json().item
  const part = await importPart({
    source: 'trello',
    boardId,
    columns,
    people,
    stickers: [{ name: 'Urgent', color: '#ff0000' }],
    tasks: [
      {
        externalId: 'a',
        title: '  Design  ',
        description: 'Two\nlines',
        column: 'l2',
        assignees: ['p3', 'p1'],
        startDate: '2026-01-02',
        dueDate: '2026-01-31',
        estimateSeconds: 3600,
        priority: 'P1',
        createdAt: '2020-05-05T10:00:00Z',
        relations: [{ type: 'blocks', task: 'b' }],
        checklist: [{ title: 'Sketch', isDone: true }, { title: 'Draw' }],
        comments: [
          { externalId: 'c2', author: 'p2', at: '2020-05-07T10:00:00Z', text: 'Second, for @[1]' },
          { externalId: 'c1', author: 'p1', at: '2020-05-06T10:00:00Z', text: 'First' },
        ],
        stickers: ['Urgent', 'client'],
        fields: { severity: 'high', Points: 2.5, [reviewer.id]: 'p3' },
        attachments: [
          { name: 'Plan [1]', url: 'https://example.com/plan.pdf' },
          { name: 'Script', url: 'javascript:alert(1)' },
        ],
      },
      { externalId: 'b', title: 'Build', column: 'l1', parent: 'a', cycle: 'Sprint 4' },
      {
        externalId: 'c',
        title: 'Ship',
        column: 'l3',
        completedAt: '2021-01-01T00:00:00.000Z',
        recurrence: { rule: 'FREQ=WEEKLY', mode: 'calendar' },
      },
    ],
  })
  assert.equal(part.boardId, boardId)
  assert.deepEqual([part.created, part.taskCount, part.waitingLinks], [3, 3, 0])
  assert.deepEqual(
    part.tasks.map(({ externalId, isNew, losses }) => ({ externalId, isNew, losses })),
    [
      { externalId: 'a', isNew: true, losses: ['attachmentDropped', 'assigneeUnknown'] },
      { externalId: 'b', isNew: true, losses: [] },
      { externalId: 'c', isNew: true, losses: [] },
    ],
  )
  assert.deepEqual(part.losses, [
    { kind: 'attachmentDropped', count: 1, example: 'Script' },
    { kind: 'assigneeUnknown', count: 1, example: 'A viewer' },
  ])
  const { columns: found } = (await get(`/board/${boardId}`)).item
  assert.deepEqual(
    found.map(({ title, isDone }: Answer) => [title, isDone]),
    [
      ['To do', false],
      ['In progress', false],
      ['Done', true],
      ['Review', false],
      ['Shipped', true],
    ],
  )
  const [a, b, c] = [await taskOf(part, 'a'), await taskOf(part, 'b'), await taskOf(part, 'c')]
  assert.equal(a.title, 'Design')
  assert.equal(a.description, 'Two\nlines\n\n- [Plan 1](<https://example.com/plan.pdf>)')
  assert.deepEqual(
    [a.assigneeId, a.startDate, a.dueDate, a.estimateSeconds],
    [member.id, '2026-01-02', '2026-01-31', 3600],
  )
  assert.equal(a.createdAt, '2020-05-05T10:00:00.000Z')
  assert.equal(a.columnId, found[3].id)
  assert.deepEqual(a.fields, {
    [severity.id]: severity.options[1].id,
    [points.id]: 2.5,
    [reviewer.id]: viewer.id,
  })
  assert.deepEqual(
    a.stickers.map(({ name, color }) => [name, /^#[0-9a-f]{6}$/.test(color)]),
    [
      ['Urgent', true],
      ['client', true],
    ],
  )
  assert.deepEqual([a.checklistTotal, a.checklistDone, a.commentCount], [2, 1, 2])
  assert.deepEqual([b.parentId, b.isBlocked, b.completedAt], [a.id, true, null])
  assert.deepEqual([c.completedAt, c.recurrenceId !== null], ['2021-01-01T00:00:00.000Z', true])
  const priorities = (await get('/task-priority')).items
  assert.equal(priorities.find(({ id }: Answer) => id === a.priorityId).name, 'urgent')
  const comments = (await get(`/task/${a.id}/comment`)).items
  assert.deepEqual(
    comments.map(({ authorId, text, createdAt, mentions }: Answer) => [authorId, text, createdAt, mentions]),
    [
      [member.id, 'First', '2020-05-06T10:00:00.000Z', []],
      [manager.id, 'Grace Hopper:\n\nSecond, for @ [1]', '2020-05-07T10:00:00.000Z', []],
    ],
  )
})

test('tasks are in the cycles they name: those of the project, or new ones that are like the plan says', async () => {
  const projectId = await newProject()
  await manager.call('POST', `/project/${projectId}/cycle`, { name: 'Sprint 1', goal: 'Ours' })
  const cycles = [
    { name: 'sprint 1', goal: 'Theirs' },
    { name: 'Sprint 2', startDate: '2024-03-04', endDate: '2024-03-08', finishedAt: '2024-03-08T12:00:00Z' },
    { name: 'Sprint 3', startDate: '2024-03-11', endDate: '2024-03-04', finishedAt: '2999-01-01T00:00:00Z' },
    { name: 'Sprint 9' },
  ]
  const titled = (cycle: string, index: number) => ({ externalId: `${index}`, title: cycle, cycle })
  const tasks = ['SPRINT 1', 'Sprint 2', 'Sprint 3', `${'Long '.repeat(30)}`.trim()].map(titled)
  const part = await importPart({ source: 'cycles', cycles, tasks }, projectId)
  assert.deepEqual(part.losses, [])
  const list = async () => (await get(`/project/${projectId}/cycle`)).items as Answer[]
  assert.deepEqual(
    (await list()).map(({ name, startDate, endDate, goal, taskTotal }) => [
      name.slice(0, 10),
      startDate,
      endDate,
      goal,
      taskTotal,
    ]),
    [
      ['Sprint 1', null, null, 'Ours', 1],
      ['Sprint 3', null, '2024-03-04', null, 1],
      ['Long Long ', null, null, null, 1],
      ['Sprint 2', '2024-03-04', '2024-03-08', null, 1],
    ],
  )
  const later = { externalId: '9', title: 'Late', cycle: 'Sprint 2' }
  await importPart({ source: 'cycles', cycles, tasks: [...tasks, later] }, projectId)
  assert.deepEqual(
    (await list()).map(({ taskTotal, finishedAt }) => [taskTotal, finishedAt]),
    [
      [1, null],
      [1, null],
      [1, null],
      [2, '2024-03-08T12:00:00.000Z'],
    ],
  )
})

test('votes of members are kept, also of those who cannot edit tasks, and the others are counted', async () => {
  const tasks = [
    { externalId: 'a', title: 'Wanted', voters: ['p1', 'p2', 'p3', 'p1'] },
    { externalId: 'b', title: 'Unknown', voters: ['p2'] },
    { externalId: 'c', title: 'Unloved' },
  ]
  const part = await importPart({ source: 'votes', people, tasks })
  assert.deepEqual(part.losses, [{ kind: 'voteDropped', count: 2, example: 'Grace Hopper' }])
  const votes = await get(`/task/${part.tasks[0]?.taskId}/vote`)
  const ids = votes.items.map(({ user }: Answer) => user.id)
  assert.deepEqual(
    ids.sort((one: number, other: number) => one - other),
    [member.id, viewer.id].sort((one, other) => one - other),
  )
  const counts = await Promise.all(['a', 'b', 'c'].map(async id => (await taskOf(part, id)).voteCount))
  assert.deepEqual(counts, [2, 0, 0])
  await importPart({ source: 'votes', people, tasks })
  assert.equal((await taskOf(part, 'a')).voteCount, 2)
})

test('nobody is notified of an import, and the activity has one entry for each part', async () => {
  const unread = async (user: User) => (await user.call('GET', '/notification')).json()._meta.total
  const before = [await unread(member), await unread(owner)]
  await importPart({
    source: 'quiet',
    people,
    tasks: [
      { externalId: 'a', title: 'Quiet', assignees: ['p1'], comments: [{ author: 'p1', text: 'Hello' }] },
      { externalId: 'b', title: 'Silent', assignees: ['p1'] },
    ],
  })
  assert.deepEqual([await unread(member), await unread(owner)], before)
  const [latest] = (await get(`/project/${project.id}/activity?limit=1`)).items
  assert.equal(latest.type, 'tasks.imported')
  assert.deepEqual(latest.after, { count: 2, source: 'quiet' })
})

test('a repeated part adds nothing but comments that are new, and changes nothing that people have changed', async () => {
  const plan = {
    source: 'again',
    columns,
    tasks: [
      {
        externalId: 'a',
        title: 'Once',
        column: 'l2',
        comments: [{ externalId: '1', text: 'One' }, { text: 'No id' }],
      },
      { externalId: 'b', title: 'Twice', column: 'l2', comments: [{ externalId: '1', text: 'Other' }] },
    ],
  }
  const first = await importPart(plan)
  const { id } = await taskOf(first, 'a')
  await member.call('PUT', `/task/${id}`, { title: 'Renamed' })
  await manager.call('DELETE', `/task/${first.tasks[1]?.taskId}`)
  const count = await countTasks()
  const second = await importPart({
    ...plan,
    tasks: plan.tasks.map(task => ({
      ...task,
      comments: [...task.comments, { externalId: '2', text: 'Two' }],
    })),
  })
  assert.equal(await countTasks(), count)
  assert.deepEqual([second.created, second.taskCount, second.importId], [0, 2, first.importId])
  assert.deepEqual(
    second.tasks.map(({ taskId }) => taskId),
    first.tasks.map(({ taskId }) => taskId),
  )
  assert.ok(second.tasks.every(({ isNew }) => !isNew))
  assert.equal((await taskOf(second, 'a')).title, 'Renamed')
  const texts = (await get(`/task/${id}/comment`)).items.map(({ text }: Answer) => text)
  assert.deepEqual(texts, ['One', 'No id', 'Two'])
  const other = await importPart({ ...plan, source: 'another' })
  assert.equal(other.created, 2, 'external ids are those of one source')
})

test('the same part sent several times at once is imported once', async () => {
  const tasks = Array.from({ length: 20 }, (_, index) => ({
    externalId: String(index),
    title: `Task ${index}`,
  }))
  const before = await countTasks()
  const parts = await Promise.all([1, 2, 3, 4].map(() => importPart({ source: 'at once', tasks })))
  assert.equal(await countTasks(), before + 20)
  assert.deepEqual(
    parts.map(({ created }) => created).sort((one, other) => one - other),
    [0, 0, 0, 20],
  )
})

test('parents and relations find their tasks whatever the order of the parts', async () => {
  const links = [
    { externalId: 'child', title: 'Child', parent: 'parent' },
    { externalId: 'blocker', title: 'Blocker', relations: [{ type: 'blocks' as const, task: 'blocked' }] },
  ]
  const first = await importPart({ source: 'order', tasks: links })
  assert.equal(first.waitingLinks, 2)
  const second = await importPart({
    source: 'order',
    tasks: [
      { externalId: 'parent', title: 'Parent' },
      { externalId: 'blocked', title: 'Blocked', relations: [{ type: 'blockedBy', task: 'blocker' }] },
    ],
  })
  assert.equal(second.waitingLinks, 0)
  const child = await taskOf(first, 'child')
  assert.equal(child.parentId, second.tasks[0]?.taskId)
  assert.equal(child.version, 2)
  assert.equal((await taskOf(second, 'blocked')).isBlocked, true)
  assert.deepEqual(second.losses, [], 'a relation that both tasks name is one relation')
})

test('cycles, hierarchies that are too deep and tasks that block each other are left out and counted', async () => {
  const chain = Array.from({ length: 9 }, (_, index) => ({
    externalId: `d${index}`,
    title: `Level ${index}`,
    ...(index > 0 && { parent: `d${index - 1}` }),
  }))
  const part = await importPart({
    source: 'odd links',
    tasks: [
      ...chain,
      { externalId: 'x', title: 'X', parent: 'y', relations: [{ type: 'blocks', task: 'y' }] },
      { externalId: 'y', title: 'Y', parent: 'x', relations: [{ type: 'blocks', task: 'x' }] },
      { externalId: 'z', title: 'Z', parent: 'z', relations: [{ type: 'relatesTo', task: 'z' }] },
    ],
  })
  const count = (kind: string) => part.losses.find(loss => loss.kind === kind)?.count
  assert.deepEqual([count('parentDropped'), count('relationDropped')], [3, 2])
  const deepest = await get(`/task/${part.tasks[5]?.taskId}/subtask`)
  assert.ok(deepest)
  assert.equal((await taskOf(part, 'd6')).parentId, null)
})

for (const [name, plan, field] of [
  [
    'a column that the plan does not have',
    { tasks: [{ externalId: 'q', title: 'Q', column: 'nowhere' }] },
    'tasks.0.column',
  ],
  [
    'an assignee that the plan does not have',
    { tasks: [{ externalId: 'q', title: 'Q', assignees: ['p9'] }] },
    'tasks.0.assignees.0',
  ],
  [
    'a voter whom the plan does not have',
    {
      people: [{ externalId: 'p', name: 'P' }],
      tasks: [{ externalId: 'q', title: 'Q', voters: ['p', 'p9'] }],
    },
    'tasks.0.voters.1',
  ],
  [
    'an author that the plan does not have',
    { tasks: [{ externalId: 'q', title: 'Q', comments: [{ author: 'p9', text: 'Hi' }] }] },
    'tasks.0.comments.0.author',
  ],
  [
    'a task twice',
    {
      tasks: [
        { externalId: 'q', title: 'Q' },
        { externalId: 'q', title: 'R' },
      ],
    },
    'tasks.1.externalId',
  ],
  ['no title', { tasks: [{ externalId: 'q', title: ' ' }] }, 'tasks.0.title'],
  ['a title of two lines', { tasks: [{ externalId: 'q', title: 'Q\nR' }] }, 'tasks.0.title'],
  [
    'an impossible day',
    { tasks: [{ externalId: 'q', title: 'Q', dueDate: '2026-02-31' }] },
    'tasks.0.dueDate',
  ],
  [
    'a field of the wrong type',
    { tasks: [{ externalId: 'q', title: 'Q', fields: { Points: 'many' } }] },
    'tasks.0.fields.Points',
  ],
  ['an unknown field', { tasks: [{ externalId: 'q', title: 'Q', colour: 'red' }] }, 'tasks.0.colour'],
  [
    'a person who is no member',
    { people: [{ externalId: 'p', name: 'P', userId: stranger.id }], tasks: [] },
    'people.0.userId',
  ],
  ['two boards', { boardId, boardName: 'New', tasks: [] }, 'boardName'],
  ['a board that does not exist', { boardId: 999_999_999, tasks: [] }, 'boardId'],
] as const) {
  test(`a part with ${name} imports nothing`, async () => {
    const before = await countTasks()
    const fine = { externalId: 'fine', title: 'Fine' }
    const response = await send(manager, { source: 'refused', ...plan, tasks: [...plan.tasks, fine] })
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(field in response.json().error.details.codes, response.body)
    assert.equal(await countTasks(), before)
  })
}

test('a NUL is refused as everywhere', async () => {
  const response = await send(manager, { tasks: [{ externalId: 'q\0', title: 'Q' }] })
  assert.equal(response.statusCode, 400)
})

longTest('more than 200 tasks are refused, and 200 tasks of several megabytes are not', async () => {
  const id = await newProject()
  const tasks = Array.from({ length: 201 }, (_, index) => ({
    externalId: String(index),
    title: `Task ${index}`,
    description: 'x'.repeat(15_000),
  }))
  assert.equal((await send(manager, { tasks }, id)).statusCode, 422)
  assert.equal(await countTasks(id), 0)
  const part = await importPart({ tasks: tasks.slice(0, 200) }, id)
  assert.equal(part.created, 200)
  const listed = (await get(`/task?projectId=${id}&orderBy=position&limit=1000`)).items
  assert.deepEqual(
    listed.map(({ title }: Answer) => title),
    tasks.slice(0, 200).map(({ title }) => title),
    'in the order of the plan',
  )
  const more = await importPart({ tasks: tasks.slice(199) }, id)
  assert.deepEqual([more.created, more.taskCount], [1, 201])
})

test('a new board has the columns of the plan, and later parts go to it', async () => {
  const id = await newProject()
  const plan = {
    source: 's',
    boardName: 'From Trello',
    columns: [...columns, { externalId: 'l9', title: 'review' }],
  }
  const first = await importPart({ ...plan, tasks: [{ externalId: 'a', title: 'A', column: 'l9' }] }, id)
  const board = (await get(`/board/${first.boardId}`)).item
  assert.equal(board.name, 'From Trello')
  assert.deepEqual(
    board.columns.map(({ title }: Answer) => title),
    ['to DO', 'Review', 'Shipped'],
  )
  assert.equal((await taskOf(first, 'a')).columnId, board.columns[1].id)
  await manager.call('PUT', `/board/column/${board.columns[1].id}`, { title: 'Checking' })
  const second = await importPart({ ...plan, tasks: [{ externalId: 'b', title: 'B', column: 'l2' }] }, id)
  assert.equal(second.boardId, first.boardId)
  assert.equal(
    (await taskOf(second, 'b')).columnId,
    board.columns[1].id,
    'a renamed column is still the same',
  )
  await manager.call('DELETE', `/board/${first.boardId}`)
  const third = await importPart({ ...plan, tasks: [{ externalId: 'c', title: 'C', column: 'l2' }] }, id)
  assert.notEqual(third.boardId, first.boardId, 'a board that is gone is created again')
})

test('values that the project lacks are counted, and options are created on request', async () => {
  const id = await newProject()
  const field = (body: object) => manager.call('POST', `/project/${id}/field`, body)
  const size = (await field({ name: 'Size', type: 'multi_select', options: [{ name: 'S' }] })).json().item
  await field({ name: 'Client', type: 'text', isRequired: true })
  const tasks = [
    {
      externalId: 'a',
      title: 'A',
      priority: 'whatever',
      startDate: '2026-03-02',
      dueDate: '2026-03-01',
      completedAt: '2026-01-01T00:00:00Z',
      fields: { Size: ['s', 'XXL'], Unheard: 1, Client: 'Acme' },
    },
    {
      externalId: 'b',
      title: 'B',
      recurrence: { rule: 'FREQ=DAILY;UNTIL=20010101', mode: 'calendar' as const },
    },
  ]
  const { losses } = await importPart({ source: 'one', tasks }, id)
  assert.deepEqual(losses.map(({ kind, count, example }) => [kind, count, example]).sort(), [
    ['completionDropped', 1, '2026-01-01T00:00:00Z'],
    ['fieldMissing', 1, 'Client'],
    ['fieldUnknown', 2, 'Size: XXL'],
    ['priorityUnknown', 1, 'whatever'],
    ['repeatEnded', 1, 'FREQ=DAILY;UNTIL=20010101'],
    ['startDateDropped', 1, '2026-03-02'],
  ])
  const part = await importPart({ source: 'two', createsOptions: true, tasks: tasks.slice(0, 1) }, id)
  const options = (await get(`/project/${id}/field`)).items.find((one: Answer) => one.id === size.id).options
  assert.deepEqual(
    options.map(({ name }: Answer) => name),
    ['S', 'XXL'],
  )
  assert.deepEqual(
    (await taskOf(part, 'a')).fields[size.id],
    options.map((option: Answer) => option.id),
  )
})

test('only managers and owners of the project import, also with boards and people of other projects', async () => {
  const plan = { tasks: [{ externalId: 'm', title: 'M' }] }
  for (const [caller, status] of [
    [member, 403],
    [viewer, 403],
    [stranger, 403],
  ] as const) {
    assert.equal((await send(caller, plan)).statusCode, status)
  }
  assert.equal((await send(manager, plan, 999_999_999)).statusCode, 404)
  const foreign = await createUser(services)
  const theirs = (await foreign.call('POST', '/project', { name: 'Theirs' })).json().item.id
  const board = (await foreign.call('POST', `/project/${theirs}/board`, { name: 'Board' })).json().item
  const response = await send(manager, { boardId: board.id, ...plan })
  assert.equal(response.statusCode, 422)
  assert.equal((await foreign.call('GET', `/task?projectId=${theirs}`)).json()._meta.total, 0)
})

test('an archived project takes no import', async () => {
  const id = await newProject()
  await manager.call('DELETE', `/project/${id}`)
  const response = await send(manager, { tasks: [{ externalId: 'a', title: 'A' }] }, id)
  assert.equal(response.statusCode, 409, response.body)
})
