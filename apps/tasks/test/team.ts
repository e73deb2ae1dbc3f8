import { insertBoard } from '#boards/board.commands.ts'
import { insertMember } from '#projects/project.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import type { BothServices } from './both-services.ts'
import { as, confirmEmail, createPerson, type Person, tokensFor } from './people.ts'

/** Somebody who has signed in: who they are here, and requests in their name. */
export async function createUser(services: BothServices, ...roles: string[]) {
  return signIn(services, await createPerson(services, ...roles))
}

/** One who has registered an address, and not opened the link in the email that was sent there. */
export async function createUnconfirmedUser(services: BothServices) {
  const person = await createPerson(services)
  await confirmEmail(services, person.passportId, false)
  return signIn(services, person)
}

async function signIn(services: BothServices, person: Person) {
  const { access_token } = await tokensFor(services, person)
  const call = as(services, access_token)
  const { id } = (await call('GET', '/users/me')).json().item as { id: number }
  return { ...person, id, call, token: access_token }
}

export type User = Awaited<ReturnType<typeof createUser>>

/** A project with somebody in every role, a stranger who is in none, and a board with its three columns. */
export async function createTeam(services: BothServices) {
  const { db } = services.deps
  const [owner, manager, member, viewer, stranger] = await Promise.all([
    createUser(services),
    createUser(services),
    createUser(services),
    createUser(services),
    createUser(services),
  ])
  const project = (await owner.call('POST', '/project', { name: 'Website' })).json().item as { id: number }
  const join = (user: User, role: MemberRole) => insertMember(db, project.id, user.id, role)
  await Promise.all([join(manager, 'manager'), join(member, 'member'), join(viewer, 'viewer')])
  const boardId = await db.transaction().execute(tx => insertBoard(tx, project.id, { name: 'Work' }))
  const columns = await db
    .selectFrom('boardColumns')
    .where('boardId', '=', boardId)
    .select(['id', 'title'])
    .orderBy('position')
    .execute()
  const [toDo, inProgress, done] = columns.map(({ id }) => id) as [number, number, number]
  return { owner, manager, member, viewer, stranger, project, boardId, toDo, inProgress, done }
}

export type Team = Awaited<ReturnType<typeof createTeam>>
