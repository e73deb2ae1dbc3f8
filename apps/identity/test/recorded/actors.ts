import type { Caller, Recording } from '@atrium/testing/recorded-answers'
import { sql } from 'kysely'
import { freezeClock, type Identity } from '../identity-service.ts'
import { cookiesOf, goodPassword } from '../people.ts'

export const anonymous: Caller = { name: 'anonymous' }

export interface Actor extends Caller {
  id: number
  email: string
  password: string
  cookies?: Record<string, string>
}

/** The service, the recording, and users whose ids and names are the same in each run. */
export type Scene = Awaited<ReturnType<typeof createScene>>

export async function createScene(
  identity: Identity,
  { send, answers }: Pick<Recording, 'send' | 'answers'>,
) {
  freezeClock(identity.deps)
  const { db } = identity.deps

  async function register(name: string, phone: string) {
    const registration = {
      email: `${name}@example.org`,
      phone,
      password: goodPassword,
      surname: 'Sample',
      name: 'Sam',
      consent: true,
    }
    const response = await send(anonymous, 'POST /users', registration)
    return { name, id: response.json().item.id as number, email: registration.email, password: goodPassword }
  }

  async function signIn(actor: Omit<Actor, 'headers' | 'cookies'>, name = actor.name): Promise<Actor> {
    const { email: username, password } = actor
    const response = await send(anonymous, 'POST /auth/login', { username, password })
    const authorization = `Bearer ${cookiesOf(response).access_token}`
    return { ...actor, name, headers: { authorization } }
  }

  const people = [
    await register('owner', '+12025550101'),
    await register('admin', '+12025550102'),
    await register('ann', '+12025550103'),
    await register('bob', '+12025550104'),
  ] as const
  for (const role of ['owner', 'admin'])
    await sql`insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
      where users.email = ${`${role}@example.org`} and roles.name = ${role}`.execute(db)
  await sql`update users set email_verified_at = now() where email <> 'bob@example.org'`.execute(db)
  const [owner, admin, ann, bob] = [
    await signIn(people[0]),
    await signIn(people[1]),
    await signIn(people[2]),
    await signIn(people[3]),
  ]
  return { identity, send, answers, register, signIn, owner, admin, ann, bob }
}
