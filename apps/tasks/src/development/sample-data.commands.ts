import type { Actor } from '#administration/actor.ts'
import { createBoard } from '#boards/board.commands.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import { createField } from '#fields/field.commands.ts'
import type { CustomField } from '#fields/field.contract.ts'
import { listFields } from '#fields/field.queries.ts'
import { addMember } from '#projects/member.commands.ts'
import type { JoiningRole } from '#projects/member.contract.ts'
import { createProject } from '#projects/project.commands.ts'
import type { NewProject } from '#projects/project.contract.ts'
import { createSticker } from '#tasks/stickers/sticker.commands.ts'
import type { SampleDataOptions } from './development.contract.ts'
import * as queries from './sample-data.queries.ts'
import { createSampleTask, lastVisit, projectEnd, projectStart, timelineOf } from './sample-task.commands.ts'
import { boardNames, pick, fields as sampleFields, sampleTitles, stickers } from './sample-words.ts'

/** Fills the given project, or a new one of the first user. */
export async function generateSampleData(deps: Deps, { projectId, tasks }: SampleDataOptions) {
  const filled = await fillProject(deps, projectId ?? (await createSampleProject(deps)), sampleTitles(tasks))
  await queries.reorderActivity(deps.db, filled.projectId)
  return filled
}

async function createSampleProject(deps: Deps) {
  const user = await queries.findFirstUser(deps.db)
  if (!user) throw new Conflict('no_user_yet')
  const actor = { id: user.id, passportId: user.passportId ?? 0, roles: [], permissions: new Set<string>() }
  const { id } = await createProject(deps, actor, { name: 'Sample project' })
  return id
}

export interface DemoProject<Person extends string>
  extends Required<Pick<NewProject, 'name' | 'description' | 'key' | 'color' | 'icon'>> {
  titles: string[]
  owner: Person
  members: Partial<Record<Person, JoiningRole>>
}

/** A project with members in every role and the work of the last weeks. */
export async function createDemoProject<Person extends string>(
  deps: Deps,
  people: Record<Person, Actor>,
  { titles, owner, members, ...project }: DemoProject<Person>,
  onTask: () => void,
) {
  const startedAt = projectStart(deps.now())
  const settings = { demo: true }
  const plan = { startDate: dayOf(startedAt), targetDate: dayOf(projectEnd(deps.now())) }
  const { id, name } = await createProject(deps, people[owner], { ...project, ...plan, settings })
  for (const [person, role] of Object.entries(members) as [Person, JoiningRole][]) {
    await addMember(deps, people[owner], id, { userId: people[person].id, role })
  }
  const { tasks } = await fillProject(deps, id, titles, onTask)
  await queries.backdateProject(deps.db, id, startedAt)
  await queries.reorderActivity(deps.db, id)
  await queries.reorderNotifications(deps.db, id, lastVisit(deps.now()))
  return { id, name, tasks }
}

function dayOf(moment: Date) {
  return moment.toISOString().slice(0, 10)
}

/** Adds boards and tasks with comments, checklists, stickers and time, on behalf of the project's members. */
async function fillProject(deps: Deps, projectId: number, titles: string[], onTask = () => {}) {
  const actors = await queries.listActors(deps.db, projectId)
  const [owner] = actors
  if (!owner) throw new NotFound('project_not_found')
  const boards = []
  for (const name of boardNames) boards.push(await createBoard(deps, owner, projectId, { name }))
  const stickerIds = await ensureStickers(deps, owner, projectId)
  const fields = await ensureFields(deps, owner, projectId)
  const priorityIds = await queries.listPriorityIds(deps.db)
  const now = deps.now()
  let previous: { id: number; dueDate: string | null } | undefined
  for (const [index, title] of titles.entries()) {
    const setting = { actors, columns: pick(boards, index).columns, stickerIds, priorityIds, fields }
    const timeline = timelineOf(index, titles.length, now)
    const { startDate, dueDate } = timeline
    const isInTime = startDate !== null && previous?.dueDate && previous.dueDate < startDate
    const blockerId = index % 2 === 0 && isInTime ? previous?.id : undefined
    const id = await createSampleTask(deps, setting, index, { title, blockerId, ...timeline })
    previous = { id, dueDate }
    onTask()
  }
  return { projectId, boardIds: boards.map(({ id }) => id), tasks: titles.length }
}

/** A project that is filled a second time already has them. */
async function ensureFields(deps: Deps, owner: Actor, projectId: number) {
  const present = await listFields(deps.db, projectId)
  const fields: CustomField[] = []
  for (const field of sampleFields) {
    const known = present.find(({ name, type }) => name === field.name && type === field.type)
    fields.push(known ?? (await createField(deps, owner, projectId, field)))
  }
  return fields
}

/** The same for stickers. */
async function ensureStickers(deps: Deps, owner: Actor, projectId: number) {
  const present = await queries.listProjectStickers(deps.db, projectId)
  const ids: number[] = []
  for (const sticker of stickers) {
    const known = present.find(({ name }) => name.toLowerCase() === sticker.name)
    ids.push((known ?? (await createSticker(deps, owner, { ...sticker, projectId }))).id)
  }
  return ids
}
