import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { addMember } from '#projects/member.commands.ts'
import type { JoiningRole } from '#projects/member.contract.ts'
import { createProject } from '#projects/project.commands.ts'
import { dateProject, orderNotifications } from './made-up.queries.ts'
import { fillProject } from './made-up-project.ts'
import { lastSeen, storyBegins } from './made-up-story.ts'

export interface DemoProject<Person extends string> {
  name: string
  description: string
  titles: string[]
  owner: Person
  members: Partial<Record<Person, JoiningRole>>
}

/** A project with somebody in every role and the work of the last weeks. */
export async function makeDemoProject<Person extends string>(
  deps: Deps,
  people: Record<Person, Actor>,
  { name, description, titles, owner, members }: DemoProject<Person>,
  onTask: () => void,
) {
  const begun = storyBegins(deps.now())
  const settings = { demo: true }
  const { id } = await createProject(deps, people[owner], { name, description, settings })
  for (const [person, role] of Object.entries(members) as [Person, JoiningRole][]) {
    await addMember(deps, people[owner], id, { userId: people[person].id, role })
  }
  const { tasks } = await fillProject(deps, id, titles, onTask)
  await dateProject(deps.db, id, begun)
  await orderNotifications(deps.db, id, lastSeen(deps.now()))
  return { id, name, tasks }
}
