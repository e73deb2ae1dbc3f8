import assert from 'node:assert/strict'
import { insertBoard } from '#boards/board.commands.ts'
import { insertMember } from '#projects/project.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import type { BothServices } from './both-services.ts'
import { as, confirmEmail, createPerson, type Person, tokensFor } from './people.ts'

/** A signed-in user, with `call` to send requests as that user. */
export async function createUser(services: BothServices, ...roles: string[]) {
  return arrive(services, await createPerson(services, ...roles))
}

/** A signed-in user whose email address is not confirmed. */
export async function createUnconfirmedUser(services: BothServices) {
  const person = await createPerson(services)
  await confirmEmail(services, person.passportId, false)
  return arrive(services, person)
}

/** Someone who has an account at the identity service signs in here. */
export async function arrive(services: BothServices, person: Person) {
  const { access_token } = await tokensFor(services, person)
  const call = as(services, access_token)
  const me = await call('GET', '/users/me')
  assert.equal(me.statusCode, 200, me.body)
  const { id } = me.json().item as { id: number }
  return { ...person, id, call, token: access_token }
}

export type User = Awaited<ReturnType<typeof arrive>>

/** A project with a user in every role, a board with three columns, and a user who is not a member. */
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
  const addMember = (user: User, role: MemberRole) => insertMember(db, project.id, user.id, role)
  await Promise.all([addMember(manager, 'manager'), addMember(member, 'member'), addMember(viewer, 'viewer')])
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

interface GuestInvitation {
  manager: Pick<User, 'call'>
  projectId: number
  role?: string
}

/** Someone from outside, who has accepted an invitation as a guest. */
export async function createGuest(
  services: BothServices,
  { manager, projectId, role = 'member' }: GuestInvitation,
) {
  const person = await createPerson(services)
  const invitation = { email: person.email, role, isGuest: true }
  const invited = await manager.call('POST', `/project/${projectId}/invite`, invitation)
  assert.equal(invited.statusCode, 200, invited.body)
  const { token } = invited.json().item
  const guest = await arrive(services, person)
  assert.equal((await guest.call('POST', '/invitation/accept', { token })).statusCode, 200)
  return guest
}
