import type { Actor } from '#administration/actor.ts'
import { createBoard } from '#boards/board.commands.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import { addMember } from '#projects/member.commands.ts'
import type { JoiningRole } from '#projects/member.contract.ts'
import { createProject } from '#projects/project.commands.ts'
import type { NewProject } from '#projects/project.contract.ts'
import { createSticker } from '#tasks/stickers/sticker.commands.ts'
import type { SampleDataOptions } from './development.contract.ts'
import * as queries from './sample-data.queries.ts'
import { createSampleTask, lastVisit, projectStart, timelineOf } from './sample-task.commands.ts'
import { boardNames, pick, sampleTitles, stickers } from './sample-words.ts'

/** Fills the given project, or a new one of the first user. */
export async function generateSampleData(deps: Deps, { projectId, tasks }: SampleDataOptions) {
  return fillProject(deps, projectId ?? (await createSampleProject(deps)), sampleTitles(tasks))
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
  const { id, name } = await createProject(deps, people[owner], { ...project, settings })
  for (const [person, role] of Object.entries(members) as [Person, JoiningRole][]) {
    await addMember(deps, people[owner], id, { userId: people[person].id, role })
  }
  const { tasks } = await fillProject(deps, id, titles, onTask)
  await queries.backdateProject(deps.db, id, startedAt)
  await queries.reorderNotifications(deps.db, id, lastVisit(deps.now()))
  return { id, name, tasks }
}

/** Adds boards and tasks with comments, checklists, stickers and time, on behalf of the project's members. */
async function fillProject(deps: Deps, projectId: number, titles: string[], onTask = () => {}) {
  const actors = await queries.listActors(deps.db, projectId)
  const [owner] = actors
  if (!owner) throw new NotFound('project_not_found')
  const boards = []
  for (const name of boardNames) boards.push(await createBoard(deps, owner, projectId, { name }))
  const stickerIds = await ensureStickers(deps, owner, projectId)
  const priorityIds = await queries.listPriorityIds(deps.db)
  const now = deps.now()
  for (const [index, title] of titles.entries()) {
    const setting = { actors, columns: pick(boards, index).columns, stickerIds, priorityIds }
    await createSampleTask(deps, setting, index, { title, ...timelineOf(index, titles.length, now) })
    onTask()
  }
  return { projectId, boardIds: boards.map(({ id }) => id), tasks: titles.length }
}

/** A project that is filled a second time already has them. */
async function ensureStickers(deps: Deps, owner: Actor, projectId: number) {
  const present = await queries.listProjectStickers(deps.db, projectId)
  const ids: number[] = []
  for (const sticker of stickers) {
    const known = present.find(({ name }) => name.toLowerCase() === sticker.name)
    ids.push((known ?? (await createSticker(deps, owner, { ...sticker, projectId }))).id)
  }
  return ids
}
