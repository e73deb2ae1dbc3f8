import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import type { BoardWithColumns } from '#boards/board.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import type { BuiltInTemplate, Template, TemplateWithContent } from '#templates/content/template.contract.ts'
import { sharedServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
const { owner, manager, member, viewer, stranger, project, boardId, toDo, inProgress, done } =
  await createTeam(services)

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any

async function ok(
  caller: User,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<Answer> {
  const response = await caller.call(method, url, body)
  assert.equal(response.statusCode, 200, `${method} ${url}: ${response.body}`)
  return response.json()
}

/** Everything on a board that a template keeps, with names instead of ids. */
async function contentOf(caller: User, id: number) {
  const item = (await ok(caller, 'GET', `/board/${id}`)).item as BoardWithColumns
  const { items: tasks } = await ok(caller, 'GET', `/task?boardId=${id}&orderBy=position&limit=1000`)
  const titleOf = (taskId: number | null) => tasks.find((task: Task) => task.id === taskId)?.title ?? null
  const fields = (await ok(caller, 'GET', `/project/${item.projectId}/field`)).items
  const named = ([key, value]: [string, unknown]) => {
    const field = fields.find((one: Answer) => String(one.id) === key)
    const names = field.options
      .filter((option: Answer) => [value].flat().includes(option.id))
      .map((option: Answer) => option.name)
    return [field.name, names.length > 0 ? names : value]
  }
  const columns = []
  for (const { id: columnId, title, wipLimit, isDone } of item.columns) {
    const own = tasks
      .filter((task: Task) => task.columnId === columnId)
      .sort((one: Task, other: Task) => Number(one.position) - Number(other.position))
    const shown = []
    for (const task of own) {
      const { items } = await ok(caller, 'GET', `/task/${task.id}/checklist`)
      const rule = task.recurrenceId && (await ok(caller, 'GET', `/task/${task.id}/recurrence`)).item.rule
      shown.push({
        title: task.title,
        description: task.description,
        priorityId: task.priorityId,
        assigneeId: task.assigneeId,
        estimateSeconds: task.estimateSeconds,
        startDate: task.startDate,
        dueDate: task.dueDate,
        isCompleted: task.completedAt !== null,
        parent: titleOf(task.parentId),
        stickers: task.stickers.map((sticker: Answer) => sticker.name),
        checklist: items.map((one: Answer) => one.title),
        fields: Object.entries(task.fields as Record<string, unknown>).map(named),
        rule,
      })
    }
    columns.push({ title, wipLimit, isDone, tasks: shown })
  }
  return { background: item.background, columns }
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const made: Record<string, number> = {}

test('a project is equal to the one that its template was saved from', async () => {
  const path = `/project/${project.id}`
  const bug = (
    await ok(manager, 'POST', '/sticker', { name: 'Bug', color: '#ff0000', projectId: project.id })
  ).item
  const size = (
    await ok(manager, 'POST', `${path}/field`, {
      name: 'Size',
      type: 'select',
      showsOnCard: true,
      options: [{ name: 'Small', isDefault: true }, { name: 'Large' }],
    })
  ).item
  const link = (await ok(manager, 'POST', `${path}/field`, { name: 'Link', type: 'url' })).item
  const guest = (await ok(manager, 'POST', `${path}/field`, { name: 'Guest', type: 'person' })).item
  await ok(manager, 'PUT', `/board/column/${inProgress}`, { wipLimit: 2 })
  await ok(manager, 'PUT', `/board/${boardId}`, { background: 'violet' })
  const create = async (task: object) => (await ok(member, 'POST', '/task', task)).item as Task
  const parent = await create({
    title: 'Parent',
    columnId: toDo,
    description: 'Text ![shot](/attachment/12/content) and more',
    priorityId: 3,
    estimateSeconds: 5400,
    startDate: day(1),
    dueDate: day(3),
    assigneeId: member.id,
    fields: { [size.id]: size.options[1].id, [link.id]: 'https://example.org/', [guest.id]: viewer.id },
  })
  await ok(member, 'POST', `/task/${parent.id}/sticker`, { stickerId: bug.id })
  for (const title of ['One', 'Two']) await ok(member, 'POST', `/task/${parent.id}/checklist`, { title })
  await create({ title: 'Child', columnId: inProgress, parentId: parent.id })
  const weekly = await create({ title: 'Weekly', columnId: toDo, dueDate: day(2) })
  await ok(member, 'PUT', `/task/${weekly.id}/recurrence`, { rule: 'FREQ=WEEKLY', leadDays: 0 })
  await create({ title: 'Finished', columnId: done })
  const gone = await create({ title: 'Deleted', columnId: toDo })
  await ok(member, 'DELETE', `/task/${gone.id}`)
  await ok(manager, 'POST', '/view', {
    name: 'Mine',
    projectId: project.id,
    isShared: true,
    filter: `column = ${toDo} and sticker = ${bug.id} and cf${size.id} = ${size.options[1].id} and priority = 3`,
    orderBy: `-cf${size.id}`,
    groupBy: `cf${size.id}`,
    columns: [{ name: 'title' }, { name: `cf${link.id}`, width: 200 }],
  })
  await ok(manager, 'POST', '/view', {
    name: 'One task',
    projectId: project.id,
    isShared: true,
    filter: `parent = ${parent.id}`,
  })
  Object.assign(made, { parent: parent.id, bug: bug.id, size: size.id, guest: guest.id })

  const saved = (await ok(owner, 'POST', `${path}/template`, { name: 'Website', isShared: true }))
    .item as Template
  assert.deepEqual(saved.preview, {
    columns: [
      { title: 'To do', isDone: false, taskCount: 2 },
      { title: 'In progress', isDone: false, taskCount: 1 },
      { title: 'Done', isDone: true, taskCount: 1 },
    ],
    boardCount: 1,
    taskCount: 4,
    checklistCount: 2,
    stickerCount: 1,
    fieldCount: 3,
    viewCount: 1,
  })
  const used = await ok(stranger, 'POST', '/project/from-template', {
    templateId: saved.id,
    name: 'Copy',
    key: 'CP',
  })
  assert.equal(used.taskCount, 4)
  assert.deepEqual(Object.values(used.leftOut).flat(), [])
  assert.deepEqual([used.item.ownerId, used.item.memberCount, used.item.key], [stranger.id, 1, 'CP'])
  const boards = (await ok(stranger, 'GET', `/project/${used.item.id}/board`)).items
  const copy = await contentOf(stranger, boards[0].id)
  const original = await contentOf(owner, boardId)
  // Nobody comes along, and no file.
  for (const task of original.columns.flatMap(({ tasks }) => tasks) as Answer[]) {
    task.assigneeId = null
    task.fields = task.fields.filter(([name]: [string]) => name !== 'Guest')
    if (task.description) task.description = 'Text  and more'
  }
  assert.deepEqual(copy, original)

  const { items: numbered } = await ok(stranger, 'GET', `/task?projectId=${used.item.id}&orderBy=number`)
  assert.deepEqual(
    numbered.map(({ number }: Task) => number),
    [1, 2, 3, 4],
  )
  const next = (await ok(stranger, 'POST', '/task', { title: 'Next', projectId: used.item.id })).item
  assert.equal(next.number, 5)
  const [view] = (await ok(stranger, 'GET', `/view?projectId=${used.item.id}`)).items
  const fields = (await ok(stranger, 'GET', `/project/${used.item.id}/field`)).items
  const [sticker] = (await ok(stranger, 'GET', `/sticker?projectId=${used.item.id}&search=Bug`)).items
  assert.equal(
    view.filter,
    `column = ${boards[0].id && numbered[0].columnId} and sticker = ${sticker.id} and cf${fields[0].id} = ${fields[0].options[1].id} and priority = 3`,
  )
  assert.deepEqual([view.orderBy, view.groupBy], [`-cf${fields[0].id}`, `cf${fields[0].id}`])
  assert.deepEqual(view.columns, [{ name: 'title' }, { name: `cf${fields[1].id}`, width: 200 }])
  assert.deepEqual(
    (await ok(stranger, 'GET', `/task?filter=${encodeURIComponent(view.filter)}`)).items.map(
      ({ title }: Task) => title,
    ),
    ['Parent'],
  )
  const { items: activity } = await ok(stranger, 'GET', `/project/${used.item.id}/activity?limit=100`)
  const types = activity.map(({ type }: Answer) => type)
  assert.equal(types.filter((type: string) => type === 'task.created').length, 5)
  for (const type of [
    'project.created',
    'board.created',
    'sticker.created',
    'field.created',
    'view.created',
    'recurrence.set',
  ]) {
    assert.ok(types.includes(type), type)
  }
  const bare = await ok(stranger, 'POST', '/project/from-template', {
    templateId: saved.id,
    name: 'Bare',
    withTasks: false,
  })
  assert.equal(bare.taskCount, 0)
})

longTest('a board and a task are equal to those that their templates were saved from', async () => {
  const saved = (await ok(manager, 'POST', `/board/${boardId}/template`, { name: 'Board' })).item as Template
  const before = await contentOf(owner, boardId)
  const used = await ok(manager, 'POST', `/project/${project.id}/board/from-template`, {
    templateId: saved.id,
    name: 'Second',
  })
  assert.deepEqual(
    used.item.columns.map(({ taskCount }: Answer) => taskCount),
    [2, 1, 1],
  )
  for (const task of before.columns.flatMap(({ tasks }) => tasks) as Answer[]) {
    if (task.description) task.description = 'Text  and more'
  }
  assert.deepEqual(await contentOf(owner, used.item.id), before)
  const columnsOnly = (
    await ok(manager, 'POST', `/board/${boardId}/template`, { name: 'Columns', withTasks: false })
  ).item
  assert.equal(columnsOnly.preview.taskCount, 0)

  const task = (await ok(manager, 'POST', `/task/${made.parent}/template`, { name: 'Task' })).item as Template
  const other = (await ok(manager, 'POST', `/project/${project.id}/board`, { name: 'Third' })).item
  await ok(member, 'POST', '/task', { title: 'Above', columnId: other.columns[0].id })
  const fromTask = await ok(member, 'POST', '/task/from-template', {
    templateId: task.id,
    columnId: other.columns[0].id,
  })
  assert.deepEqual(
    [fromTask.taskCount, fromTask.item.subtaskTotal, fromTask.item.assigneeId],
    [2, 1, member.id],
  )
  const [first] = (await contentOf(owner, other.id)).columns
  assert.deepEqual(
    first?.tasks.map(({ title, parent }: Answer) => [title, parent]),
    [
      ['Above', null],
      ['Parent', null],
      ['Child', 'Parent'],
    ],
  )
  assert.deepEqual(first?.tasks[1], before.columns[0]?.tasks[0])
  await ok(manager, 'PUT', `/board/column/${other.columns[0].id}`, { wipLimit: 1 })
  const refused = await member.call('POST', '/task/from-template', {
    templateId: task.id,
    columnId: other.columns[0].id,
  })
  assert.equal(refused.statusCode, 409)
  const named = await ok(member, 'POST', '/task/from-template', {
    templateId: task.id,
    columnId: other.columns[0].id,
    title: 'Named',
    force: true,
  })
  assert.equal(named.item.title, 'Named')
  const full = (await ok(viewer, 'GET', `/template/${task.id}`)).item as TemplateWithContent
  assert.deepEqual(full.task?.tasks[0]?.fields, {
    Size: 'Large',
    Link: 'https://example.org/',
    Guest: viewer.id,
  })
  assert.deepEqual([full.task?.tasks[0]?.startInDays, full.task?.tasks[0]?.dueInDays], [1, 3])
  assert.equal(full.task?.tasks[1]?.parent, 1)
})

/** For contents without them. */
const noParts = { tasks: [], stickers: [], fields: [] }

function view(name: string, filter: string) {
  return { name, kind: 'table', filter, orderBy: null, groupBy: null, scale: null, columns: [] }
}

longTest('what no longer exists is left out and reported', async () => {
  const task = (await ok(manager, 'POST', `/task/${made.parent}/template`, { name: 'Old' })).item as Template
  const leaver = await createUser(services)
  await ok(owner, 'POST', `/project/${project.id}/member`, { userId: leaver.id, role: 'member' })
  const content = ((await ok(manager, 'GET', `/template/${task.id}`)).item as TemplateWithContent).task
  const [top, ...rest] = content?.tasks ?? []
  await ok(manager, 'PUT', `/template/${task.id}`, {
    task: {
      tasks: [
        {
          ...top,
          assigneeId: leaver.id,
          priority: 'gone',
          stickers: ['Bug', 'Gone'],
          fields: { ...top?.fields, Size: 'Huge', Missing: 1 },
          recurrence: { rule: 'FREQ=DAILY;UNTIL=20200101', mode: 'calendar', leadDays: 0 },
        },
        ...rest,
      ],
    },
  })
  await ok(owner, 'DELETE', `/project/${project.id}/member/${leaver.id}`)
  await ok(owner, 'DELETE', `/project/${project.id}/member/${viewer.id}`)
  await ok(manager, 'DELETE', `/sticker/${made.bug}`)
  const used = await ok(member, 'POST', '/task/from-template', { templateId: task.id })
  assert.deepEqual(used.leftOut, {
    stickers: ['Bug', 'Gone'],
    fields: ['Size', 'Guest', 'Missing'],
    priorities: ['gone'],
    userIds: [leaver.id, viewer.id],
    recurrences: ['Parent'],
  })
  assert.deepEqual([used.item.assigneeId, used.item.priorityId, used.item.stickers.length], [null, 2, 0])
  await ok(owner, 'POST', `/project/${project.id}/member`, { userId: viewer.id, role: 'viewer' })
})

longTest(
  'with a key, a template is used once, however often it is asked for; a failure leaves nothing',
  async () => {
    const tasks = Array.from({ length: 500 }, (_, index) => ({
      title: `Task ${index + 1}`,
      column: (index % 3) + 1,
      ...(index % 10 > 0 && { parent: index - (index % 10) + 1 }),
      checklist: ['One', 'Two', 'Three'],
      stickers: ['Label'],
      fields: { Points: index },
    }))
    const columns = [{ title: 'A', wipLimit: 5 }, { title: 'B' }, { title: 'C', isDone: true }]
    const content = {
      boards: [{ name: 'Board', columns }],
      tasks,
      stickers: [{ name: 'Label' }],
      fields: [{ name: 'Points', type: 'number' }],
      views: [],
    }
    const large = (await ok(owner, 'POST', '/template', { name: 'Large', project: content })).item as Template
    const headers = { authorization: `Bearer ${owner.token}`, 'idempotency-key': 'create-once' }
    const payload = { templateId: large.id, name: 'Large' }
    const send = () =>
      services.app.inject({ method: 'POST', url: '/project/from-template', headers, payload })
    const answers = await Promise.all([send(), send(), send()])
    const created = answers.filter(({ statusCode }) => statusCode === 200)
    const ids = new Set(created.map(answer => answer.json().item.id))
    assert.equal(ids.size, 1, answers.map(({ body }) => body.slice(0, 300)).join('\n'))
    const [projectId] = ids
    const { _meta, items } = await ok(owner, 'GET', `/task?projectId=${projectId}&orderBy=number&limit=1000`)
    assert.equal(_meta.total, 500)
    assert.deepEqual(
      items.map(({ number, title }: Task) => `${number} ${title}`),
      tasks.map(({ title }, index) => `${index + 1} ${title}`),
    )
    assert.ok(items.every((task: Task) => task.checklistTotal === 3 && task.stickers.length === 1))
    assert.equal(items[0].subtaskTotal, 9)
    const projects = async () => (await ok(owner, 'GET', '/project?limit=1000'))._meta.total as number
    assert.equal(await projects(), 3)

    // The database refuses the last statement.
    await db.schema.alterTable('savedViews').addCheckConstraint('no_views', sql`name <> 'Refused'`).execute()
    const broken = { ...content, views: [view('Refused', 'cf1 > 5')] }
    const refusedId = (
      (await ok(owner, 'POST', '/template', { name: 'Refused', project: broken })).item as Template
    ).id
    const failed = await owner.call('POST', '/project/from-template', {
      templateId: refusedId,
      name: 'Refused',
    })
    assert.equal(failed.statusCode, 500, failed.body)
    await db.schema.alterTable('savedViews').dropConstraint('no_views').execute()
    assert.equal(await projects(), 3)
  },
)

longTest(
  'managers write the templates of a project, its members use them, and project templates are their owner’s',
  async () => {
    const board = { ...noParts, columns: [{ title: 'Only' }] }
    const task = { tasks: [{ title: 'Task' }] }
    const body = { name: 'Mine', projectId: project.id }
    for (const caller of [member, viewer, stranger]) {
      assert.equal((await caller.call('POST', '/template', { ...body, task })).statusCode, 403)
    }
    const own = (await ok(manager, 'POST', '/template', { ...body, task })).item as Template
    const ofBoard = (await ok(manager, 'POST', '/template', { ...body, board })).item as Template
    const status = async (
      caller: User,
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      sent?: object,
    ) => (await caller.call(method, url, sent)).statusCode
    for (const caller of [member, viewer, stranger]) {
      assert.equal(await status(caller, 'PUT', `/template/${own.id}`, { name: 'x' }), 403)
      assert.equal(await status(caller, 'DELETE', `/template/${own.id}`), 403)
    }
    assert.equal(await status(viewer, 'GET', `/template?projectId=${project.id}`), 200)
    for (const url of [`/template?projectId=${project.id}`, `/template/${own.id}`]) {
      assert.equal(await status(stranger, 'GET', url), 403)
    }
    const use = { templateId: own.id, columnId: toDo }
    assert.equal(await status(viewer, 'POST', '/task/from-template', use), 403)
    assert.equal(await status(stranger, 'POST', '/task/from-template', use), 403)
    assert.equal(await status(member, 'POST', '/task/from-template', use), 200)
    const elsewhere = (await ok(stranger, 'POST', '/project', { name: 'Elsewhere' })).item
    const theirs = (await ok(stranger, 'POST', `/project/${elsewhere.id}/board`, { name: 'Board' })).item
    assert.equal(
      await status(member, 'POST', '/task/from-template', { ...use, columnId: theirs.columns[0].id }),
      422,
    )
    for (const [caller, expected] of [
      [stranger, 403],
      [manager, 403],
    ] as const) {
      const url = `/project/${elsewhere.id}/board/from-template`
      assert.equal(await status(caller, 'POST', url, { templateId: ofBoard.id, name: 'x' }), expected)
    }
    assert.equal((await ok(manager, 'PUT', `/template/${own.id}`, { name: 'Renamed' })).item.name, 'Renamed')
    await ok(manager, 'DELETE', `/template/${own.id}`)
    assert.equal(await status(member, 'POST', '/task/from-template', use), 422)
    const { items: activity } = await ok(owner, 'GET', `/project/${project.id}/activity?limit=5`)
    assert.deepEqual(
      activity.slice(0, 2).map(({ type }: Answer) => type),
      ['template.deleted', 'template.updated'],
    )

    const private_ = (
      await ok(member, 'POST', '/template', {
        name: 'Private',
        project: { ...noParts, boards: [], views: [] },
      })
    ).item as Template
    const path = `/template/${private_.id}`
    assert.equal(await status(stranger, 'GET', path), 404)
    assert.equal(
      await status(stranger, 'POST', '/project/from-template', { templateId: private_.id, name: 'x' }),
      422,
    )
    await ok(member, 'PUT', path, { isShared: true })
    assert.equal(await status(stranger, 'GET', path), 200)
    assert.equal(await status(stranger, 'PUT', path, { name: 'x' }), 403)
    assert.equal(await status(stranger, 'DELETE', path), 403)
    assert.equal(
      await status(stranger, 'POST', '/project/from-template', { templateId: private_.id, name: 'x' }),
      200,
    )
    const admin = await createUser(services, 'owner')
    assert.equal(await status(admin, 'PUT', path, { isShared: false }), 200)
    assert.equal(await status(admin, 'GET', path), 404)
  },
)

test('invalid content is refused with its place', async () => {
  const columns = [{ title: 'A' }]
  const project_ = (content: object) => ({
    name: 'x',
    project: { ...noParts, boards: [{ name: 'B', columns }], views: [], ...content },
  })
  const inProject = (content: object) => ({ name: 'x', projectId: project.id, ...content })
  const deep = Array.from({ length: 7 }, (_, index) => ({
    title: 'x',
    column: 1,
    ...(index > 0 && { parent: index }),
  }))
  const cases: [object, string, string][] = [
    [{ name: 'x' }, 'task', 'one_content_expected'],
    [
      inProject({ task: { tasks: [{ title: 'x' }] }, board: { ...noParts, columns } }),
      'board',
      'one_content_expected',
    ],
    [{ name: 'x', board: { ...noParts, columns } }, 'projectId', 'template_needs_project'],
    [
      inProject({ project: { ...noParts, boards: [], views: [] } }),
      'projectId',
      'project_template_has_no_project',
    ],
    [
      inProject({ board: { ...noParts, columns }, isShared: true }),
      'isShared',
      'only_project_templates_shared',
    ],
    [inProject({ board: { ...noParts, columns: [] } }), 'board.columns', 'too_few'],
    ...['javascript:alert(1)', 'data:text/html,x', 'evil.example', ' java\nscript:alert(1)'].map(
      (defaultValue): [object, string, string] => [
        inProject({ board: { ...noParts, columns, fields: [{ name: 'Link', type: 'url', defaultValue }] } }),
        'board.fields.0.defaultValue',
        'web_address_expected',
      ],
    ),
    [
      inProject({
        board: {
          ...noParts,
          columns,
          fields: [{ name: 'Link', type: 'url' }],
          tasks: [{ title: 'x', column: 1, fields: { Link: 'javascript:alert(1)' } }],
        },
      }),
      'board.tasks.0.fields.Link',
      'web_address_expected',
    ],
    [
      inProject({ board: { ...noParts, columns, tasks: [{ title: 'x' }] } }),
      'board.tasks.0.column',
      'required',
    ],
    [
      inProject({ board: { ...noParts, columns, tasks: [{ title: 'x', column: 2 }] } }),
      'board.tasks.0.column',
      'not_in_template',
    ],
    [
      inProject({ task: { tasks: [{ title: 'x', parent: 1 }] } }),
      'task.tasks.0.parent',
      'first_task_has_no_parent',
    ],
    [inProject({ task: { tasks: [{ title: 'x' }, { title: 'y' }] } }), 'task.tasks.1.parent', 'required'],
    [
      project_({ tasks: [{ title: 'x', column: 1, parent: 1 }] }),
      'project.tasks.0.parent',
      'nested_too_deep',
    ],
    [project_({ tasks: deep }), 'project.tasks.6.parent', 'nested_too_deep'],
    [
      project_({ tasks: [{ title: 'x', column: 1, startInDays: 2, dueInDays: 1 }] }),
      'project.tasks.0.dueInDays',
      'due_before_start',
    ],
    [
      project_({
        tasks: [{ title: 'x', column: 1, recurrence: { rule: 'often', mode: 'calendar', leadDays: 0 } }],
      }),
      'project.tasks.0.recurrence.rule',
      'rule_expected',
    ],
    [project_({ stickers: [{ name: 'A' }, { name: 'a' }] }), 'project.stickers.1.name', 'name_repeated'],
    [
      project_({ fields: [{ name: 'F', type: 'text', options: [{ name: 'x' }] }] }),
      'project.fields.0.options',
      'unknown_field',
    ],
    [project_({ views: [view('V', 'cf1 = 1')] }), 'project.views.0.filter', 'not_in_template'],
    [project_({ views: [view('V', 'column = 2')] }), 'project.views.0.filter', 'not_in_template'],
  ]
  for (const [body, field, code] of cases) {
    const response = await manager.call('POST', '/template', body)
    assert.equal(response.statusCode, 422, `${JSON.stringify(body)} ${response.body}`)
    assert.deepEqual(response.json().error.details.codes[field], [code], response.body)
  }
  const many = project_({ tasks: Array.from({ length: 1001 }, () => ({ title: 'x', column: 1 })) })
  assert.equal((await manager.call('POST', '/template', many)).statusCode, 422)
  const long = project_({
    tasks: Array.from({ length: 10 }, () => ({ title: 'x', column: 1, description: 'я'.repeat(50_000) })),
  })
  assert.equal((await manager.call('POST', '/template', long)).statusCode, 409)
  for (const source of [{}, { templateId: 1, builtIn: 'kanban' }]) {
    const response = await manager.call('POST', '/project/from-template', { name: 'x', ...source })
    assert.deepEqual(response.json().error.details.codes, { templateId: ['one_template_expected'] })
  }
})

for (const language of ['en', 'ru']) {
  test(`built-in templates work for projects and boards (${language})`, async () => {
    const user = await createUser(services)
    const own = (await ok(user, 'POST', '/project', { name: 'Own' })).item
    const call = async (method: 'GET' | 'POST', url: string, body?: object): Promise<Answer> => {
      const response = await user.call(method, url, body, { 'accept-language': language })
      assert.equal(response.statusCode, 200, response.body)
      return response.json()
    }
    const use = async ({ key, name, preview }: BuiltInTemplate, url: string) => {
      assert.equal(/[а-яё]/i.test(name), language === 'ru')
      const used = await call('POST', url, { builtIn: key, name })
      assert.deepEqual(Object.values(used.leftOut).flat(), [], JSON.stringify(used))
      assert.equal(used.taskCount, preview.taskCount)
      return used.item.id as number
    }
    const boards = (await call('GET', '/template/built-in?kind=board')).items as BuiltInTemplate[]
    for (const template of boards) await use(template, `/project/${own.id}/board/from-template`)
    const projects = (await call('GET', '/template/built-in')).items as BuiltInTemplate[]
    assert.equal(projects.length, 4)
    for (const template of projects) {
      const projectId = await use(template, '/project/from-template')
      const { items: views } = await call('GET', `/view?projectId=${projectId}`)
      assert.equal(views.length, template.preview.viewCount, template.name)
      for (const { filter } of views) {
        await call('GET', `/task?projectId=${projectId}&filter=${encodeURIComponent(filter)}`)
      }
    }
  })
}
