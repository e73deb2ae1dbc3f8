import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import type { Automation, AutomationRun } from '#automations/automation.contract.ts'
import { startByClock } from '#automations/automation-jobs.ts'
import { runProject } from '#automations/execute-run.ts'
import type { Task } from '#tasks/task.contract.ts'
import { startWorker } from '#worker.ts'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeam, createUser } from '../team.ts'
import { listenToEvents, settle } from './settle.ts'

const services = await sharedServices()
const { deps } = services
const { owner, manager, member, viewer, stranger, project, boardId, toDo, inProgress, done } =
  await createTeam(services)
const other = await createTeam(services)
await listenToEvents(deps)
const url = `/project/${project.id}/automation`

async function ok(response: Awaited<ReturnType<typeof manager.call>>) {
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function automate(trigger: object, actions: object[], more: object = {}): Promise<Automation> {
  const body = { name: 'Rule', trigger, actions, ...more }
  return (await ok(await manager.call('POST', url, body))).item
}

let count = 0
async function createTask(fields: object = {}): Promise<Task> {
  count += 1
  return (await ok(await member.call('POST', '/task', { title: `Task ${count}`, columnId: toDo, ...fields })))
    .item
}

const read = async ({ id }: { id: number }): Promise<Task> =>
  (await ok(await member.call('GET', `/task/${id}`))).item
const change = async ({ id }: { id: number }, fields: object) =>
  ok(await member.call('PUT', `/task/${id}`, fields))
const runsOf = async ({ id }: { id: number }): Promise<AutomationRun[]> =>
  (await ok(await manager.call('GET', `/automation/${id}/run?limit=200`))).items
const current = async ({ id }: { id: number }): Promise<Automation> =>
  (await ok(await manager.call('GET', `/automation/${id}`))).item
const commentsOf = async ({
  id,
}: {
  id: number
}): Promise<{ text: string; author: { isRobot?: boolean } }[]> =>
  (await ok(await member.call('GET', `/task/${id}/comment`))).items
const remove = async (...automations: { id: number }[]) => {
  for (const { id } of automations) await ok(await manager.call('DELETE', `/automation/${id}`))
}

const sticker = (
  await ok(await manager.call('POST', '/sticker', { projectId: project.id, name: 'Bug', color: '#ff0000' }))
).item as { id: number }
const priorities = (await ok(await member.call('GET', '/task-priority'))).items as { id: number }[]
const highest = priorities.at(-1) as { id: number }

test('every action is done, in order and in words, by a robot through the automation', async () => {
  const { title } = { title: 'Read @[1] me' }
  const template = (
    await ok(
      await manager.call('POST', '/template', {
        projectId: project.id,
        name: 'Review',
        task: { tasks: [{ title: 'Review it', checklist: ['Look'] }] },
      }),
    )
  ).item as { id: number }
  const rule = await automate(
    { type: 'created' },
    [
      { type: 'set_fields', change: { priorityId: highest.id, dueDate: 'today+3', estimateSeconds: 3600 } },
      { type: 'assign', assigneeIds: [member.id, manager.id] },
      { type: 'add_sticker', stickerId: sticker.id },
      { type: 'comment', text: '{actor.name} created {task.key} “{task.title}” in {project.name}' },
      { type: 'notify', userIds: [owner.id], text: 'Look at {task.title}' },
      { type: 'move', columnId: inProgress },
      { type: 'create_from_template', templateId: template.id },
    ],
    { condition: 'title ~ "Read"', name: 'Triage' },
  )
  const task = await createTask({ title })
  const untouched = await createTask()
  await settle(deps)
  const changed = await read(task)
  const day = new Date(deps.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  assert.deepEqual(
    [changed.priorityId, changed.dueDate, changed.estimateSeconds, changed.assigneeIds, changed.columnId],
    [highest.id, day, 3600, [member.id, manager.id], inProgress],
  )
  assert.deepEqual(
    changed.stickers.map(({ id }) => id),
    [sticker.id],
  )
  assert.equal(changed.subtaskTotal, 1)
  const [comment] = await commentsOf(task)
  assert.match(comment?.text ?? '', /created .+ “Read @.?\[1\] me” in Website$/)
  assert.ok(!comment?.text.includes('@['), 'a title mentions nobody')
  const notified = (await ok(await owner.call('GET', '/notification?type=automation.notified'))).items
  assert.deepEqual(
    notified.map(({ body }: { body: string }) => body),
    ['Look at Read @[1] me'.replace('@[', '@\u200b[')],
  )
  const activity = (await ok(await member.call('GET', `/task/${task.id}/activity?limit=100`))).items as {
    type: string
    application: string | null
    actor: { name: string }
  }[]
  const own = activity.filter(({ type }) => type !== 'task.created')
  assert.ok(own.length >= 6)
  for (const { type, application, actor } of own)
    assert.deepEqual([application, actor.name], ['Triage', 'Automation'], type)
  assert.deepEqual((await read(untouched)).version, 1)
  const runs = await runsOf(rule)
  assert.deepEqual(
    runs.map(({ status, task, actor, actionCount, depth }) => [
      status,
      task?.id,
      actor?.id,
      actionCount,
      depth,
    ]),
    [['done', task.id, member.id, 7, 1]],
  )
  assert.deepEqual((await current(rule)).lastRun, { status: 'done', at: runs[0]?.createdAt })
  await remove(rule)
})

longTest('only what really changes starts a rule', async () => {
  const rules = {
    column: await automate({ type: 'entered_column', columnId: inProgress }, [
      { type: 'comment', text: 'x' },
    ]),
    title: await automate({ type: 'field_changed', field: 'title' }, [{ type: 'comment', text: 'x' }]),
    sticker: await automate({ type: 'field_changed', field: 'stickers' }, [{ type: 'comment', text: 'x' }]),
    completed: await automate({ type: 'completed' }, [{ type: 'remove_sticker', stickerId: sticker.id }]),
    commented: await automate({ type: 'commented' }, [
      { type: 'set_fields', change: { estimateSeconds: 60 } },
    ]),
    checklist: await automate({ type: 'checklist_done' }, [{ type: 'move', columnId: done }]),
  }
  const counts = async () => {
    await settle(deps)
    const lists = await Promise.all(Object.values(rules).map(async rule => (await runsOf(rule)).length))
    return Object.fromEntries(Object.keys(rules).map((name, index) => [name, lists[index]]))
  }
  const task = await createTask()
  await change(task, { title: task.title, columnId: toDo, description: 'New' })
  await ok(await member.call('POST', `/task/${task.id}/move-to-column`, { columnId: toDo }))
  const none = { column: 0, title: 0, sticker: 0, completed: 0, commented: 0, checklist: 0 }
  assert.deepEqual(await counts(), none)
  await change(task, { title: 'Other', columnId: inProgress })
  // Each of the two leaves a comment, which is what the rule about comments waits for.
  assert.deepEqual(await counts(), { ...none, column: 1, title: 1, commented: 2 })
  await ok(await member.call('POST', `/task/${task.id}/sticker`, { stickerId: sticker.id }))
  assert.deepEqual(await counts(), { ...none, column: 1, title: 1, sticker: 1, commented: 3 })
  const items = []
  for (const title of ['One', 'Two']) {
    items.push((await ok(await member.call('POST', `/task/${task.id}/checklist`, { title }))).item)
  }
  const check = (item: { id: number }) => member.call('PUT', `/checklist/${item.id}`, { isDone: true })
  await ok(await check(items[0]))
  assert.equal((await counts()).checklist, 0)
  await ok(await check(items[1]))
  await ok(await check(items[1]))
  // The last item moves the task to Done, which removes its sticker, which leaves a comment.
  assert.deepEqual(await counts(), {
    column: 1,
    title: 1,
    sticker: 2,
    completed: 1,
    commented: 4,
    checklist: 1,
  })
  assert.ok((await read(task)).completedAt)
  assert.deepEqual(
    (await runsOf(rules.commented)).map(({ depth }) => depth),
    [4, 2, 2, 2],
  )
  await remove(...Object.values(rules))
})

test('a circle of rules ends, and says why', async () => {
  const there = await automate({ type: 'entered_column', columnId: inProgress }, [
    { type: 'move', columnId: toDo },
  ])
  const back = await automate({ type: 'entered_column', columnId: toDo }, [
    { type: 'move', columnId: inProgress },
  ])
  const task = await createTask({ columnId: done })
  await change(task, { columnId: toDo })
  await settle(deps)
  const runs = [...(await runsOf(there)), ...(await runsOf(back))].sort(
    (one, other) => one.depth - other.depth,
  )
  assert.deepEqual(
    runs.map(({ depth, status }) => [depth, status]),
    [
      [1, 'done'],
      [2, 'done'],
      [3, 'done'],
      [4, 'done'],
      [5, 'done'],
      [6, 'stopped'],
    ],
  )
  assert.equal(runs[5]?.failure?.code, 'automation_too_deep')
  assert.match(runs[5]?.failure?.message ?? '', /5 automations/)
  await remove(there, back)
})

longTest('one cause leads to at most 100 actions', async () => {
  const comments = Array.from({ length: 20 }, () => ({ type: 'comment', text: 'Again' }))
  const rule = await automate({ type: 'commented' }, comments, { condition: 'title = Chatty' })
  const task = await createTask({ title: 'Chatty' })
  await ok(await member.call('POST', `/task/${task.id}/comment`, { text: 'Go' }))
  await settle(deps)
  assert.equal((await commentsOf(task)).length >= 20, true)
  const { total } = (await ok(await member.call('GET', `/task/${task.id}/comment?limit=1`)))._meta
  assert.equal(total, 101)
  const reasons = new Set((await runsOf(rule)).map(({ failure }) => failure?.code))
  assert.ok(reasons.has('automation_too_many_actions'))
  await remove(rule)
})

test('everything that a run is about is done, or nothing; after 20 failures in a row the rule is paused', async () => {
  const full = (
    await ok(await manager.call('POST', `/board/${boardId}/column`, { title: 'Full', wipLimit: 1 }))
  ).item
  await createTask({ columnId: full.id })
  const rule = await automate({ type: 'field_changed', field: 'title' }, [
    { type: 'comment', text: 'Rolled back' },
    { type: 'move', columnId: full.id },
  ])
  const task = await createTask()
  for (let round = 1; round <= 21; round += 1) await change(task, { title: `Title ${round}` })
  await settle(deps)
  assert.equal((await commentsOf(task)).length, 0)
  const runs = await runsOf(rule)
  const last = runs.at(-1)
  assert.deepEqual(
    [last?.status, last?.failure?.code, last?.failure?.action],
    ['failed', 'wip_limit_reached', 1],
  )
  assert.equal(runs.filter(({ status }) => status === 'failed').length, 20)
  assert.deepEqual([runs[0]?.status, runs[0]?.failure?.code], ['stopped', 'automation_paused'])
  const paused = await current(rule)
  assert.deepEqual([paused.isEnabled, paused.pausedReason], [false, 'failing'])
  for (const [person, expected] of [
    [owner, 1],
    [manager, 1],
    [member, 0],
  ] as const) {
    const { items } = await ok(await person.call('GET', '/notification?type=project.automation_paused'))
    assert.equal(items.length, expected)
  }
  const again = (await ok(await manager.call('PUT', `/automation/${rule.id}`, { isEnabled: true }))).item
  assert.deepEqual([again.isEnabled, again.pausedReason], [true, null])
  await remove(rule)
})

test('a rule can do what the person who saved it can do now', async () => {
  const leaving = await createUser(services)
  const addMember = (role: string) =>
    owner.call('POST', `/project/${project.id}/member`, { userId: leaving.id, role })
  await ok(await addMember('manager'))
  const save = async (body: object = {}) =>
    (
      await ok(
        await leaving.call('POST', url, {
          name: 'Theirs',
          trigger: { type: 'created' },
          actions: [{ type: 'comment', text: 'Hi' }],
          ...body,
        }),
      )
    ).item as Automation
  const mine = await save({ condition: 'assignee = me' })
  const task = await createTask({ assigneeId: leaving.id })
  await createTask({ assigneeId: member.id })
  await settle(deps)
  assert.deepEqual(
    (await runsOf(mine)).map(run => run.task?.id),
    [task.id],
    '`me` is who saved it',
  )
  const setRole = (role: string) =>
    owner.call('PUT', `/project/${project.id}/member/${leaving.id}/role`, { role })
  await ok(await setRole('viewer'))
  const silent = await createTask()
  await settle(deps)
  assert.equal((await current(mine)).pausedReason, 'saver_rights')
  assert.equal((await commentsOf(silent)).length, 0)
  await ok(await setRole('manager'))
  await ok(await leaving.call('PUT', `/automation/${mine.id}`, { isEnabled: true, condition: '' }))
  await ok(await owner.call('DELETE', `/project/${project.id}/member/${leaving.id}`))
  await createTask()
  await settle(deps)
  assert.equal((await current(mine)).pausedReason, 'saver_left')
  const [run] = await runsOf(mine)
  assert.deepEqual([run?.status, run?.failure?.code], ['stopped', 'automation_saver_left'])
  // A manager who saves it again answers for it from then on.
  const taken = (await ok(await manager.call('PUT', `/automation/${mine.id}`, { isEnabled: true }))).item
  assert.equal(taken.savedBy.id, manager.id)
  await deps.db
    .updateTable('users')
    .set({ archivedAt: deps.now().toISOString() })
    .where('id', '=', manager.id)
    .execute()
  await createTask()
  await settle(deps)
  await deps.db.updateTable('users').set({ archivedAt: null }).where('id', '=', manager.id).execute()
  assert.equal((await current(mine)).pausedReason, 'saver_archived')
  await remove(mine)
})

test('only managers see and save rules', async () => {
  const rule = await automate({ type: 'button' }, [{ type: 'comment', text: 'x' }])
  for (const person of [member, viewer, stranger]) {
    assert.equal((await person.call('GET', url)).statusCode, 403)
    assert.equal((await person.call('GET', `/automation/${rule.id}/run`)).statusCode, 403)
    assert.equal((await person.call('PUT', `/automation/${rule.id}`, { name: 'Mine' })).statusCode, 403)
    const preview = { projectId: project.id, trigger: { type: 'created' } }
    assert.equal((await person.call('POST', '/automation/preview', preview)).statusCode, 403)
  }
  await remove(rule)
  assert.equal((await manager.call('GET', `/automation/${rule.id}`)).statusCode, 404)
})

test('a rule that names something of another project, or makes no sense, is not saved', async () => {
  const foreign = (
    await ok(
      await other.manager.call('POST', '/sticker', {
        projectId: other.project.id,
        name: 'B',
        color: '#ff0000',
      }),
    )
  ).item
  const created = { type: 'created' }
  const wrong: [string, object, object[], object?][] = [
    ['trigger.columnId', { type: 'entered_column', columnId: other.toDo }, [{ type: 'comment', text: 'x' }]],
    ['trigger.columnId', { type: 'entered_column' }, [{ type: 'comment', text: 'x' }]],
    ['trigger.columnId', { ...created, columnId: toDo }, [{ type: 'comment', text: 'x' }]],
    ['trigger.field', { type: 'field_changed', field: 'cf999999' }, [{ type: 'comment', text: 'x' }]],
    ['trigger.at', { type: 'schedule', at: '25:00' }, [{ type: 'comment', text: 'x' }]],
    ['trigger.at', { type: 'schedule' }, [{ type: 'comment', text: 'x' }]],
    [
      'trigger.timeZone',
      { type: 'schedule', at: '9:00', timeZone: 'Mars/Base' },
      [{ type: 'comment', text: 'x' }],
    ],
    ['actions.0.columnId', created, [{ type: 'move', columnId: other.toDo }]],
    ['actions.0.columnId', created, [{ type: 'move' }]],
    ['actions.0.text', created, [{ type: 'move', columnId: toDo, text: 'x' }]],
    [
      'actions.1.stickerId',
      created,
      [
        { type: 'comment', text: 'x' },
        { type: 'add_sticker', stickerId: foreign.id },
      ],
    ],
    ['actions.0.assigneeIds', created, [{ type: 'assign', assigneeIds: [viewer.id] }]],
    ['actions.0.userIds', created, [{ type: 'notify', userIds: [stranger.id], text: 'x' }]],
    ['actions.0.templateId', created, [{ type: 'create_from_template', templateId: 999_999 }]],
    ['actions.0.webhookId', created, [{ type: 'webhook', webhookId: 999_999 }]],
    [
      'actions.0.change.assigneeIds',
      created,
      [{ type: 'set_fields', change: { assigneeIds: [stranger.id] } }],
    ],
    ['actions.0.change.fields', created, [{ type: 'set_fields', change: { fields: { 999999: 'x' } } }]],
    ['actions.0.text', created, [{ type: 'comment', text: '{task.secret}' }]],
    ['condition', created, [{ type: 'comment', text: 'x' }], { condition: 'cf999999 = 1' }],
    ['condition', created, [{ type: 'comment', text: 'x' }], { condition: 'label =' }],
  ]
  for (const [field, trigger, actions, more] of wrong) {
    const response = await manager.call('POST', url, { name: 'Wrong', trigger, actions, ...more })
    assert.equal(response.statusCode, 422, `${field}: ${response.body}`)
    assert.ok(response.body.includes(`"${field}"`), `${field}: ${response.body}`)
  }
  const hostile = {
    name: 'Wrong',
    trigger: created,
    actions: [{ type: 'comment', text: 'x' }],
    condition: `board = ${other.boardId}`,
  }
  assert.equal((await manager.call('POST', url, hostile)).statusCode, 403)
  for (const body of [
    { ...hostile, condition: '', actions: [] },
    { ...hostile, condition: '', trigger: { type: 'run_script' } },
    { ...hostile, condition: '', actions: [{ type: 'set_fields', change: { projectId: 1 } }] },
  ]) {
    assert.equal((await manager.call('POST', url, body)).statusCode, 422)
  }
})

test('a button is pressed by members, where its condition matches', async () => {
  const rule = await automate({ type: 'button' }, [{ type: 'move', columnId: done }], {
    name: 'Ship it',
    condition: 'completed = none',
  })
  const task = await createTask()
  const buttons = async (person = member) => ok(await person.call('GET', `/task/${task.id}/automation`))
  assert.deepEqual((await buttons()).items, [{ id: rule.id, name: 'Ship it' }])
  assert.equal((await viewer.call('GET', `/task/${task.id}/automation`)).statusCode, 403)
  const press = (person = member, taskId = task.id) =>
    person.call('POST', `/automation/${rule.id}/press`, { taskId })
  assert.equal((await press(viewer)).statusCode, 403)
  assert.equal((await press(stranger)).statusCode, 403)
  const foreign = (
    await ok(await other.member.call('POST', '/task', { title: 'Theirs', columnId: other.toDo }))
  ).item
  assert.equal((await press(member, foreign.id)).statusCode, 422)
  const { item } = await ok(await press())
  assert.deepEqual([item.status, item.actor.id, item.task.id], ['waiting', member.id, task.id])
  await settle(deps)
  assert.equal((await read(task)).columnId, done)
  assert.deepEqual((await buttons()).items, [])
  const refused = await press()
  assert.equal(refused.json().error.details.reason, 'automation_condition_not_met')
  await ok(await manager.call('PUT', `/automation/${rule.id}`, { isEnabled: false }))
  assert.equal((await press()).json().error.details.reason, 'automation_disabled')
  await remove(rule)
})

longTest(
  'the buttons of a task are read with the same number of statements however many there are',
  async () => {
    const { statementsOf, ...instance } = await startInstrumentedInstance(services)
    const task = await createTask({ title: 'Pressed' })
    const rules: Automation[] = []
    const add = async (...conditions: string[]) => {
      for (const condition of conditions)
        rules.push(
          await automate({ type: 'button' }, [{ type: 'comment', text: 'x' }], {
            name: condition || 'Always',
            condition,
          }),
        )
    }
    const call = as(instance, member.token)
    const countStatements = async () =>
      (await statementsOf(() => call('GET', `/task/${task.id}/automation`))).length
    await add('title ~ Pressed')
    await countStatements() // the first request of a user reads more
    const one = await countStatements()
    await add('title ~ Other', 'completed = none', 'creator = me', 'assignee = me', '')
    assert.equal(await countStatements(), one)
    const { items } = await ok(await call('GET', `/task/${task.id}/automation`))
    assert.deepEqual(
      items.map(({ name }: { name: string }) => name),
      ['Always', 'completed = none', 'title ~ Pressed'],
    )
    await remove(...rules)
  },
)

longTest(
  'a due date is reached once, and a schedule comes at its time, for the tasks that match',
  async () => {
    const restore = deps.now
    let now = new Date('2027-03-01T10:00:00Z')
    deps.now = () => now
    const due = await automate({ type: 'due_reached', at: '09:00', timeZone: 'America/New_York' }, [
      { type: 'comment', text: 'Due' },
    ])
    const weekly = await automate(
      { type: 'schedule', at: 'mon 09:00', timeZone: 'Europe/Berlin' },
      [{ type: 'comment', text: 'Weekly' }],
      { condition: 'title ~ Recurring' },
    )
    const once = await automate({ type: 'schedule', at: '0 9 * * *', timeZone: 'UTC' }, [
      { type: 'notify', userIds: [owner.id], text: 'Good morning' },
    ])
    assert.equal((await current(weekly)).nextAt, '2027-03-08T08:00:00.000Z')
    const today = await createTask({ dueDate: '2027-03-01', title: 'Recurring 1' })
    const later = await createTask({ dueDate: '2027-03-02', title: 'Recurring 2' })
    const past = await createTask({ dueDate: '2027-02-01' })
    const tick = async (at: string) => {
      now = new Date(at)
      await Promise.all([startByClock(deps), startByClock(deps)])
      await settle(deps)
    }
    const dueRuns = async () => (await runsOf(due)).map(({ task }) => task?.id)
    await tick('2027-03-01T13:59:00Z')
    assert.deepEqual(await dueRuns(), [], '9:00 in New York is 14:00 UTC')
    await tick('2027-03-01T14:00:00Z')
    assert.deepEqual(await dueRuns(), [today.id])
    await tick('2027-03-01T20:00:00Z')
    await change(later, { columnId: done })
    await tick('2027-03-02T15:00:00Z')
    assert.deepEqual(await dueRuns(), [today.id], 'once, and not for completed tasks')
    assert.equal((await runsOf(once)).length, 1)
    await tick('2027-03-08T08:00:30Z')
    assert.deepEqual((await runsOf(weekly)).map(({ task }) => task?.id).sort(), [today.id, later.id].sort())
    assert.equal((await commentsOf(past)).length, 0)
    assert.equal((await runsOf(once)).length, 2, 'what was missed for days comes once')
    assert.equal((await current(weekly)).nextAt, '2027-03-15T08:00:00.000Z')
    await remove(due, weekly, once)
    deps.now = restore
  },
)

test('a preview names the tasks to which it happened last week, and changes nothing', async () => {
  const moved = await createTask({ title: 'Previewed' })
  const still = await createTask({ title: 'Previewed' })
  await change(moved, { columnId: inProgress })
  const preview = async (body: object) =>
    (await ok(await manager.call('POST', '/automation/preview', { projectId: project.id, ...body }))) as {
      ids: number[]
      items: { id: number; at: string | null }[]
    }
  const actions = [{ type: 'comment', text: 'x' }]
  const trigger = { type: 'entered_column', columnId: inProgress }
  const { ids, items } = await preview({ trigger, actions, condition: 'title = Previewed' })
  assert.deepEqual(ids, [moved.id])
  assert.ok(items[0]?.at)
  const created = await preview({ trigger: { type: 'created' }, condition: 'title = Previewed' })
  assert.deepEqual(created.ids.sort(), [moved.id, still.id].sort())
  await deps.db
    .updateTable('activity')
    .set({ createdAt: sql`now() - interval '8 days'` })
    .where('taskId', '=', moved.id)
    .execute()
  assert.deepEqual((await preview({ trigger, condition: 'title = Previewed' })).ids, [])
  assert.equal((await commentsOf(moved)).length, 0)
  const elsewhere = { projectId: other.project.id, trigger: { type: 'created' } }
  assert.equal((await manager.call('POST', '/automation/preview', elsewhere)).statusCode, 403)
})

test('an instance that is killed in the middle of a run has done nothing of it; another one does all', async () => {
  const rule = await automate({ type: 'created' }, [
    { type: 'comment', text: 'Once' },
    { type: 'set_fields', change: { estimateSeconds: 60 } },
  ])
  const task = await createTask()
  const { db } = deps
  const blocker = await db.startTransaction().execute()
  await sql`select from tasks where id = ${task.id} for update`.execute(blocker)
  const settling = settle(deps).then(
    () => 'done',
    () => 'killed',
  )
  const waiting = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and state = 'active'`.execute(db)
    ).rows
  await waitUntil(async () => (await waiting()).length > 0)
  for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`.execute(db)
  assert.equal(await settling, 'killed')
  await blocker.rollback().execute()
  assert.deepEqual(
    (await runsOf(rule)).map(({ status }) => status),
    ['waiting'],
  )
  await Promise.all([runProject(deps, project.id), runProject(deps, project.id)])
  await settle(deps)
  assert.deepEqual(
    (await commentsOf(task)).map(({ text }) => text),
    ['Once'],
  )
  assert.deepEqual(
    (await runsOf(rule)).map(({ status }) => status),
    ['done'],
  )
  await remove(rule)
})

longTest('two instances do everything once, and nothing in maintenance mode', async () => {
  const rule = await automate({ type: 'created' }, [{ type: 'comment', text: 'Seen' }])
  const { notices } = deps
  deps.notices = { ...notices, allowsBackgroundChanges: () => false }
  const workers = await Promise.all([startWorker(deps), startWorker(deps)])
  const tasks: Task[] = []
  for (let index = 0; index < 10; index += 1) tasks.push(await createTask())
  await waitUntil(async () => (await runsOf(rule)).length === 10)
  assert.equal((await commentsOf(tasks[0] as Task)).length, 0)
  deps.notices = notices
  tasks.push(await createTask())
  await waitUntil(async () => (await runsOf(rule)).every(({ status }) => status === 'done'))
  assert.equal((await runsOf(rule)).length, 11)
  for (const task of tasks) assert.equal((await commentsOf(task)).length, 1)
  await Promise.all(workers.map(worker => worker.stop()))
  await remove(rule)
})
