import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import type { Deps } from '#deps.ts'
import { listMembers } from '../import.queries.ts'
import type { FormatPlan } from '../plan/import-format.ts'
import { memberFinder } from '../plan/known-names.contract.ts'
import * as queries from './import-job.queries.ts'
import type { Running } from './running-job.ts'

/** Which user each person of the plan is: as the user has mapped them, by confirmed address, or in a project by name. */
export async function findPeople(deps: Deps, actor: Actor, { job }: Running, { people }: FormatPlan) {
  const { projectId, createsProject, choices } = job
  const mapped = new Map(choices.people.map(({ externalId, userId }) => [externalId, userId]))
  const { find, isKnown } =
    projectId !== null && !createsProject
      ? await findAmongMembers(deps, projectId)
      : await findAmongUsers(deps, actor, people, [...mapped.values()])
  return new Map(
    people.flatMap(person => {
      const chosen = mapped.get(person.externalId)
      const id = chosen === undefined ? find(person) : chosen
      return id && isKnown(id) ? [[person.externalId, id] as const] : []
    }),
  )
}

async function findAmongMembers({ db }: Deps, projectId: number) {
  const members = await listMembers(db, projectId)
  const ids = new Set(members.map(({ userId }) => userId))
  return { find: memberFinder(members), isKnown: (id: number) => ids.has(id) }
}

async function findAmongUsers(
  deps: Deps,
  actor: Actor,
  people: FormatPlan['people'],
  chosen: (number | null)[],
) {
  const ids = [...new Set(chosen.flatMap(id => id ?? []))]
  const emails = [...new Set(people.flatMap(({ email }) => email?.toLowerCase() ?? []))]
  const users = await queries.findUsers(deps.db, viewerOf(actor, deps), { ids, emails })
  const known = new Set(users.map(({ id }) => id))
  const confirmed = users.filter(({ isEmailVerified }) => isEmailVerified)
  const byEmail = new Map(confirmed.map(({ email, id }) => [email, id]))
  const find = ({ email }: FormatPlan['people'][number]) => byEmail.get(email?.toLowerCase() ?? '')
  return { find, isKnown: (id: number) => known.has(id) }
}
