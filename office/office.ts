import { createBoard } from '@atrium/tasks/boards/board.contract'
import { listColumns, updateColumn } from '@atrium/tasks/boards/column.contract'
import { addMember } from '@atrium/tasks/projects/member.contract'
import { createProject } from '@atrium/tasks/projects/project.contract'
import type { MemberRole } from '@atrium/tasks/projects/rights.contract'
import { listTaskPriorities } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { createSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import type { Attempt } from './attempts.ts'
import { createLedger } from './ledger.ts'
import { hirePeople, type OfficeRole, type Person, type Premises } from './people.ts'

export interface Project {
  id: number
  boardId: number
  columnIds: number[]
  stickerIds: number[]
  members: Person[]
}

/** How many people of each role are members of each project; the owner creates it. */
const projectPlans: { name: string; owner: number; members: Partial<Record<OfficeRole, number>> }[] = [
  { name: 'Website', owner: 0, members: { manager: 3, member: 7, viewer: 3 } },
  { name: 'Office move', owner: 1, members: { manager: 1, member: 4, viewer: 2 } },
  { name: 'Shop', owner: 0, members: { manager: 2, member: 3, viewer: 1 } },
]

/** High, so that it refuses nobody on a short day: tasks in such a column are counted under its lock. */
const WIP_LIMIT = 1000

export type Office = Awaited<ReturnType<typeof openOffice>>

/** People with different roles and clients, and the projects they share. */
export async function openOffice(premises: Premises, { hasLimits = true } = {}) {
  const attempts: Attempt[] = []
  const people = await hirePeople(premises, attempts)
  const projects: Project[] = []
  for (const plan of projectPlans) projects.push(await foundProject(people, plan))
  if (hasLimits) for (const project of projects) await limitColumn(project)
  const { items } = await (people[0] as Person).call(listTaskPriorities)
  return {
    premises,
    people,
    projects,
    priorityIds: items.map(({ id }) => id),
    ledger: createLedger(),
    attempts,
    /** Answers that were neither what the role allows nor what a concurrent change explains. */
    surprises: [] as string[],
  }
}

async function foundProject(people: Person[], plan: (typeof projectPlans)[number]): Promise<Project> {
  const withRole = (role: OfficeRole) => people.filter(person => person.role === role)
  const owner = withRole('owner')[plan.owner] as Person
  const { item: project } = await owner.call(createProject, { body: { name: plan.name } })
  const params = { id: project.id }
  owner.memberships.set(project.id, 'owner')
  const members = [owner]
  for (const [role, count] of Object.entries(plan.members) as ['viewer' | 'member' | 'manager', number][]) {
    for (const person of withRole(role).slice(0, count)) {
      await owner.call(addMember, { params, body: { userId: person.id, role } })
      person.memberships.set(project.id, role satisfies MemberRole)
      members.push(person)
    }
  }
  const { item: board } = await owner.call(createBoard, { params, body: { name: 'Work' } })
  const { items: columns } = await owner.call(listColumns, { params: { id: board.id } })
  const columnIds = columns.map(({ id }) => id)
  const stickerIds: number[] = []
  for (const name of ['Urgent', 'Later']) {
    stickerIds.push((await owner.call(createSticker, { body: { name, projectId: project.id } })).item.id)
  }
  return { id: project.id, boardId: board.id, columnIds, stickerIds, members }
}

async function limitColumn({ members, columnIds }: Project) {
  const [owner] = members as [Person]
  await owner.call(updateColumn, { params: { id: columnIds[1] as number }, body: { wipLimit: WIP_LIMIT } })
}
