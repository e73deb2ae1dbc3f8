import assert from 'node:assert/strict'
import type { Caller, Recording } from '@atrium/testing/recorded-answers'
import { sql } from 'kysely'
import type { BothServices } from '../both-services.ts'
import { type Person, tokensFor } from '../people.ts'

export const anonymous: Caller = { name: 'anonymous' }

export interface Actor extends Caller, Person {
  id: number
  token: string
}

/** Both services, the recording, and users whose ids and names are the same in each run. */
export type Scene = Awaited<ReturnType<typeof createScene>>

export async function createScene(services: BothServices, { send, keep }: Pick<Recording, 'send' | 'keep'>) {
  const { deps, identity, identityDeps } = services
  const instant = deps.now()
  deps.now = () => instant

  async function register(name: string, phone: string): Promise<Person> {
    const email = `${name}@example.org`
    const password = 'a long enough passphrase'
    const payload = { email, phone, password, surname: 'Sample', name, consent: true }
    const response = await identity.inject({ method: 'POST', url: '/users', payload })
    assert.equal(response.statusCode, 200, response.body)
    await sql`update users set email_verified_at = now()`.execute(identityDeps.db)
    return { passportId: response.json().item.id, email, password }
  }

  async function signIn(name: string, person: Person): Promise<Actor> {
    const { access_token: token } = await tokensFor(services, person)
    const caller = { name, headers: { authorization: `Bearer ${token}` } }
    const { id } = (await send(caller, 'GET /users/me')).json().item
    return { ...person, ...caller, id, token }
  }

  const admin = await register('admin', '+12025550101')
  await sql`insert into user_roles (user_id, role_id) select ${admin.passportId}, id from roles
    where name = 'owner'`.execute(identityDeps.db)
  async function createGroup(name: string, { passportId }: { passportId: number }) {
    const created = identityDeps.db.insertInto('groups').values({ name }).returning('id')
    const { id: groupId } = await created.executeTakeFirstOrThrow()
    await identityDeps.db.insertInto('groupMembers').values({ groupId, userId: passportId }).execute()
    return groupId
  }

  return {
    createGroup,
    services,
    send,
    keep,
    register,
    signIn,
    admin: await signIn('admin', admin),
    ann: await signIn('ann', await register('ann', '+12025550102')),
    bob: await signIn('bob', await register('bob', '+12025550103')),
    eve: await signIn('eve', await register('eve', '+12025550104')),
    stranger: await signIn('stranger', await register('stranger', '+12025550105')),
  }
}
