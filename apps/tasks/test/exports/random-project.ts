import { png, sendForm } from '@atrium/testing/forms'
import fc from 'fast-check'
import type { BothServices } from '../both-services.ts'
import type { Team, User } from '../team.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map(written => `${written}.`)
const which = fc.nat(1000)
const day = fc.integer({ min: 1, max: 28 }).map(number => `2026-05-${String(number).padStart(2, '0')}`)

const deeds = [
  'board',
  'field',
  'sticker',
  'task',
  'change',
  'move',
  'comment',
  'reply',
  'checklist',
  'nest',
  'relate',
  'delete',
  'deleteColumn',
  'time',
  'repeat',
  'assign',
  'archive',
  'attach',
  'cover',
  'react',
  'watch',
  'vote',
  'cycle',
  'plan',
  'finishCycle',
  'deleteCycle',
  'milestone',
  'view',
  'template',
  'form',
] as const
type Deed = (typeof deeds)[number]

/** Something that a user does in a project; `which` and `to` choose among the records that there are. */
interface Change {
  do: Deed
  text: string
  day: string
  which: number
  to: number
}

const deed = fc.oneof(
  { arbitrary: fc.constant('task' as const), weight: 1 },
  { arbitrary: fc.constantFrom(...deeds), weight: 3 },
)

/** Checks something for any of what users can do. */
export async function forAnySteps(numRuns: number, check: (steps: Change[]) => Promise<void>) {
  const change = fc.record({ do: deed, text, day, which, to: which })
  const steps = fc.array(change, { minLength: 10, maxLength: 40 })
  await fc.assert(fc.asyncProperty(steps, check), { numRuns })
}

/** Creates a project with what users do in it. What the project refuses is left out. */
export async function createRandomProject(
  services: BothServices,
  { owner, manager, member }: Team,
  steps: Change[],
) {
  const { id } = (await owner.call('POST', '/project', { name: 'Any', withBoard: true })).json().item
  for (const user of [manager, member])
    await owner.call('POST', `/project/${id}/member`, {
      userId: user.id,
      role: user === manager ? 'manager' : 'member',
    })
  const ids: Project['ids'] = { tasks: [], columns: [], fields: [], cycles: [] }
  await addColumns(owner, id, ids.columns)
  const project = { services, owner, member, manager, projectId: id, ids }
  for (const step of steps) await apply(project, step)
  return id as number
}

interface Project {
  services: BothServices
  owner: User
  manager: User
  member: User
  projectId: number
  ids: { tasks: number[]; columns: number[]; fields: { id: number; type: string }[]; cycles: number[] }
}

async function addColumns(user: User, projectId: number, columns: number[]) {
  const { items: boards } = (await user.call('GET', `/project/${projectId}/board`)).json()
  for (const { id } of boards) {
    const { items } = (await user.call('GET', `/board/${id}/column`)).json()
    for (const column of items) if (!columns.includes(column.id)) columns.push(column.id)
  }
}

const among = <T>(list: T[], which: number) => list[which % list.length] as T

/** Does a step, if there is what it is about. */
async function apply(project: Project, step: Change) {
  const { tasks, columns, fields, cycles } = project.ids
  const place = { columnId: among(columns, step.which), toColumnId: among(columns, step.to) }
  const chosen = {
    taskId: among(tasks, step.which),
    otherId: among(tasks, step.to),
    field: among(fields, step.which),
    cycleId: among(cycles, step.which),
    otherCycleId: among(cycles, step.to),
  }
  if (chosen.taskId === undefined && !first.includes(step.do)) return
  await doers[step.do](project, { ...step, ...place, ...chosen })
}

const first = ['board', 'field', 'task', 'cycle', 'milestone', 'view', 'form']

interface Chosen extends Change {
  columnId: number
  toColumnId: number
  taskId: number
  otherId: number
  field: Project['ids']['fields'][number] | undefined
  cycleId: number | undefined
  otherCycleId: number | undefined
}

const doers: Record<Deed, (project: Project, chosen: Chosen) => Promise<unknown>> = {
  board: async ({ manager, projectId, ids }, { text }) => {
    await manager.call('POST', `/project/${projectId}/board`, { name: text })
    await addColumns(manager, projectId, ids.columns)
  },
  field: async ({ manager, projectId, ids }, { text, which }) => {
    const type = among(['text', 'number', 'checkbox', 'select', 'multi_select', 'person'], which) as string
    const options = type.includes('select') ? { options: [{ name: 'One' }, { name: 'Two' }] } : {}
    const response = await manager.call('POST', `/project/${projectId}/field`, {
      name: text,
      type,
      ...options,
    })
    if (response.statusCode === 200) ids.fields.push(response.json().item)
  },
  task: async ({ owner, member, ids }, { text, columnId, day }) => {
    const body = { title: text, columnId, dueDate: day, assigneeIds: [member.id, owner.id] }
    const response = await member.call('POST', '/task', body)
    if (response.statusCode === 200) ids.tasks.push(response.json().item.id)
  },
  sticker: async ({ manager, member, projectId }, { text, taskId }) => {
    const sticker = { projectId, name: text, color: '#336699' }
    const response = await manager.call('POST', '/sticker', sticker)
    if (response.statusCode !== 200) return
    await member.call('POST', `/task/${taskId}/sticker`, { stickerId: response.json().item.id })
  },
  change: async (project, { text, taskId, day, field }) => {
    const values = field && { fields: { [field.id]: await valueFor(field, text, project) } }
    const fields = { description: `${text} @[${project.member.id}]`, startDate: day, ...values }
    await project.member.call('PUT', `/task/${taskId}`, fields)
  },
  move: ({ member }, { taskId, toColumnId }) =>
    member.call('POST', `/task/${taskId}/move-to-column`, { columnId: toColumnId }),
  comment: ({ member, manager }, { taskId, text }) =>
    member.call('POST', `/task/${taskId}/comment`, { text: `${text} @[${manager.id}]` }),
  reply: async ({ member }, { taskId, which, text }) => {
    const { items = [] } = (await member.call('GET', `/task/${taskId}/comment`)).json()
    const replyToId = among(items as { id: number }[], which)?.id ?? null
    await member.call('POST', `/task/${taskId}/comment`, { text, replyToId })
  },
  checklist: ({ member }, { taskId, text }) =>
    member.call('POST', `/task/${taskId}/checklist`, { title: text }),
  nest: ({ member }, { taskId, otherId }) => member.call('PUT', `/task/${taskId}`, { parentId: otherId }),
  relate: ({ member }, { taskId, otherId }) =>
    member.call('POST', `/task/${taskId}/relation`, { type: 'blocks', taskId: otherId }),
  delete: ({ member }, { taskId }) => member.call('DELETE', `/task/${taskId}`),
  deleteColumn: ({ manager }, { columnId, toColumnId }) =>
    manager.call('DELETE', `/board/column/${columnId}?moveTo=${toColumnId}`),
  time: ({ member }, { taskId, day, text }) => {
    const interval = { startedAt: `${day}T08:00:00Z`, endedAt: `${day}T09:30:00.001Z` }
    return member.call('POST', '/time-interval', { taskId, ...interval, note: text })
  },
  repeat: ({ member }, { taskId }) =>
    member.call('PUT', `/task/${taskId}/recurrence`, { rule: 'FREQ=MONTHLY' }),
  assign: ({ owner, manager, member }, { taskId, which }) => {
    const all = [owner.id, manager.id, member.id]
    return member.call('PUT', `/task/${taskId}`, { assigneeIds: all.slice(which % 4) })
  },
  archive: async ({ member, ids }, { taskId }) => {
    await member.call('POST', `/task/${taskId}/move-to-column`, { columnId: ids.columns[2] })
    await member.call('PUT', `/task/${taskId}`, { isArchived: true })
  },
  attach: ({ services, member }, { taskId, text, which }) => {
    const file = { name: `${which}.txt`, content: which % 2 ? text : 'the same' }
    return sendForm(services, member.token, `/task/${taskId}/attachment`, { file })
  },
  cover: async ({ services, member }, { taskId, which }) => {
    const parts = { file: { name: `${which}.png`, content: png } }
    const response = await sendForm(services, member.token, `/task/${taskId}/attachment`, parts)
    if (response.statusCode !== 200) return
    const { id } = response.json().item
    await member.call('PUT', `/task/${taskId}`, { coverId: id })
    if (which % 4 === 0) await member.call('DELETE', `/attachment/${id}`)
  },
  react: async ({ member, manager }, { taskId, which }) => {
    const { items = [] } = (await member.call('GET', `/task/${taskId}/comment`)).json()
    const comment = among(items as { id: number }[], which)
    const user = which % 2 ? member : manager
    if (comment) await user.call('PUT', `/comment/${comment.id}/reaction/${encodeURIComponent('👍')}`)
  },
  watch: ({ manager }, { taskId }) => manager.call('PUT', `/task/${taskId}/watch`),
  vote: ({ member, manager }, { taskId, which }) =>
    (which % 2 ? member : manager).call(which % 3 ? 'PUT' : 'DELETE', `/task/${taskId}/vote`),
  cycle: async ({ manager, projectId, ids }, { text, day }) => {
    const cycle = { name: text, startDate: day, goal: text }
    const response = await manager.call('POST', `/project/${projectId}/cycle`, cycle)
    if (response.statusCode === 200) ids.cycles.push(response.json().item.id)
  },
  plan: ({ member }, { taskId, cycleId = null, which }) =>
    member.call('PUT', `/task/${taskId}`, { cycleId, estimateSeconds: which * 60 }),
  finishCycle: async ({ manager }, { cycleId, otherCycleId: carryOverTo }) => {
    if (cycleId) await manager.call('POST', `/cycle/${cycleId}/finish`, { carryOverTo })
  },
  deleteCycle: async ({ manager }, { cycleId }) => {
    if (cycleId) await manager.call('DELETE', `/cycle/${cycleId}`)
  },
  milestone: ({ manager, projectId }, { text: name, day: date }) =>
    manager.call('POST', `/project/${projectId}/milestone`, { name, date }),
  view: ({ manager, member, projectId }, { text: name, field }) => {
    const filter = field?.type === 'person' ? `cf${field.id} = ${member.id}` : 'cycle = current'
    const view = { projectId, name, isShared: true, filter, ...(field && { groupBy: `cf${field.id}` }) }
    return manager.call('POST', '/view', view)
  },
  template: ({ manager }, { taskId, text: name }) =>
    manager.call('POST', `/task/${taskId}/template`, { name }),
  form: ({ manager, projectId }, { text: name, columnId, field, which }) => {
    const fields = field ? [{ fieldId: field.id, isRequired: which % 2 === 0 }] : []
    const form = { name, columnId, introduction: name, fields, isEnabled: which % 3 > 0 }
    return manager.call('POST', `/project/${projectId}/intake-form`, form)
  },
}

async function valueFor(
  field: { id: number; type: string },
  text: string,
  { manager, projectId }: Pick<Project, 'manager' | 'projectId'>,
) {
  if (field.type === 'number') return text.length
  if (field.type === 'checkbox') return true
  if (field.type === 'person') return manager.id
  if (field.type === 'text') return text
  const { items } = (await manager.call('GET', `/project/${projectId}/field`)).json()
  const [option] = items.find(({ id }: { id: number }) => id === field.id).options
  return field.type === 'select' ? option.id : [option.id]
}
