import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { startByClock } from '#automations/automation-jobs.ts'
import type { Action, Trigger } from '#automations/rule.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import { sharedServices } from '../both-services.ts'
import { pullRequest } from '../git/payloads.ts'
import { createTeam } from '../team.ts'
import { listenToEvents, settle } from './settle.ts'

interface Recipe {
  trigger: Trigger
  condition: string
  actions: Action[]
}
/** What the form of the application offers to start from. */
const { recipes } = (await import(
  new URL('../../../web/src/features/automations/recipes.ts', import.meta.url).href
)) as { recipes: Record<string, Recipe> }

const services = await sharedServices()
const { app, deps } = services
const { manager, member, project, toDo, inProgress, done } = await createTeam(services)
await listenToEvents(deps)

async function send(
  person: typeof manager,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) {
  const response = await person.call(method, path, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const createTask = async (fields: object = {}): Promise<Task> =>
  (await send(member, 'POST', '/task', { title: 'Water the plants', columnId: toDo, ...fields })).item
const read = async ({ id }: Task): Promise<Task> => (await send(member, 'GET', `/task/${id}`)).item
const commentsOf = async ({ id }: Task): Promise<{ text: string }[]> =>
  (await send(member, 'GET', `/task/${id}/comment`)).items

const { item: template } = await send(manager, 'POST', '/template', {
  projectId: project.id,
  name: 'Review',
  task: { tasks: [{ title: 'Weekly review' }] },
})

/** Fills in what the form leaves to choose. */
function chosen(action: Action): Action {
  if (action.type === 'comment') return { ...action, text: 'Look at {task.title}' }
  if (action.type === 'move') return { ...action, columnId: done }
  if (action.type === 'assign') return { ...action, assigneeIds: [manager.id] }
  return action.type === 'create_from_template' ? { ...action, templateId: template.id } : action
}

/** What has to happen for each of them, and how it shows that it was done. */
const occasions: Record<string, () => Promise<void>> = {
  done: async () => {
    const task = await createTask()
    await send(member, 'PUT', `/task/${task.id}`, { columnId: inProgress })
    await settle(deps)
    assert.deepEqual(
      (await commentsOf(task)).map(({ text }) => text),
      ['Look at Water the plants'],
    )
  },
  overdue: async () => {
    const [due, unassigned] = [
      await createTask({ dueDate: '2027-03-02', assigneeId: member.id }),
      await createTask({ dueDate: '2027-03-02' }),
    ]
    await tick('2027-03-02T09:00:00Z')
    assert.deepEqual(
      (await commentsOf(due)).map(({ text }) => text),
      ['Look at Water the plants'],
    )
    assert.deepEqual(await commentsOf(unassigned), [])
  },
  triage: async () => {
    const task = await createTask()
    await settle(deps)
    const { assigneeIds, dueDate } = await read(task)
    assert.deepEqual([assigneeIds, dueDate], [[manager.id], '2027-03-04'])
  },
  checklist: async () => {
    const task = await createTask()
    const { item } = await send(member, 'POST', `/task/${task.id}/checklist`, { title: 'Only' })
    await send(member, 'PUT', `/checklist/${item.id}`, { isDone: true })
    await settle(deps)
    assert.equal((await read(task)).columnId, done)
  },
  merged: async () => {
    const task = await createTask()
    const { item } = await send(manager, 'POST', `/project/${project.id}/repository`, { name: 'shop' })
    const { key } = (await send(member, 'GET', `/project/${project.id}`)).item
    const merged = {
      title: `${key}-${task.number} Cart`,
      state: 'closed',
      merged: true,
      action: 'closed',
    } as const
    const payload = JSON.stringify(pullRequest(merged))
    const digest = createHmac('sha256', item.secret).update(payload).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-hub-signature-256': `sha256=${digest}`,
    }
    const response = await app.inject({ method: 'POST', url: `/hooks/git/${item.id}`, payload, headers })
    assert.equal(response.statusCode, 200, response.body)
    await settle(deps)
    assert.equal((await read(task)).columnId, done)
  },
  weekly: async () => {
    await tick('2027-03-08T09:00:00Z')
    const { items } = await send(member, 'GET', `/task?projectId=${project.id}&search=Weekly`)
    assert.deepEqual(
      items.map(({ title }: Task) => title),
      ['Weekly review'],
    )
  },
}

async function tick(at: string) {
  deps.now = () => new Date(at)
  await startByClock(deps)
  await settle(deps)
}

test('each ready-made automation can be saved and does what it says', async () => {
  const { now } = deps
  assert.deepEqual(Object.keys(occasions), Object.keys(recipes))
  for (const [name, recipe] of Object.entries(recipes)) {
    deps.now = () => new Date('2027-03-01T10:00:00Z')
    const { type } = recipe.trigger
    const trigger = {
      ...recipe.trigger,
      ...(type === 'entered_column' && { columnId: inProgress }),
      ...((type === 'schedule' || type === 'due_reached') && { timeZone: 'UTC' }),
    }
    const body = { name, trigger, condition: recipe.condition, actions: recipe.actions.map(chosen) }
    const { item } = await send(manager, 'POST', `/project/${project.id}/automation`, body)
    await occasions[name]?.()
    const { items: runs } = await send(manager, 'GET', `/automation/${item.id}/run`)
    assert.deepEqual(
      runs.map(({ status, failure }: { status: string; failure: unknown }) => [status, failure]),
      [['done', null]],
      name,
    )
    await send(manager, 'DELETE', `/automation/${item.id}`)
  }
  deps.now = now
})
