import { randomBytes } from 'node:crypto'
import type { Deps as IdentityDeps } from '@atrium/identity/deps'
import { registerUser } from '@atrium/identity/registration/registration.commands'
import { findCredentials, updatePasswordHash } from '@atrium/identity/users/credentials.queries'
import { getUser, markEmailVerified } from '@atrium/identity/users/user.queries'
import type { Actor } from '@atrium/tasks/administration/actor'
import { synchroniseUser } from '@atrium/tasks/administration/synchronisation.commands'
import type { Deps as TasksDeps } from '@atrium/tasks/deps'

const people = ['Ada', 'Boris', 'Chloe', 'Dmitri', 'Elif', 'Femi'] as const
export type DemoPerson = (typeof people)[number]

/** A reserved domain, and phone numbers reserved for fiction. */
const emailOf = (name: DemoPerson) => `${name.toLowerCase()}@demo.atrium.local`
const phoneOf = (name: DemoPerson) => `+120255501${80 + people.indexOf(name)}`

/** Creates the demo users in both services, all with the same new password. */
export async function ensureDemoPeople(identity: IdentityDeps, tasks: TasksDeps) {
  const password = randomBytes(12).toString('base64url')
  const actors: [DemoPerson, Actor][] = []
  for (const name of people) {
    const passportId = await ensurePerson(identity, name, password)
    const { email, emailVerifiedAt, surname } = await getUser(identity.db, passportId)
    const nothing = { patronymic: null, post: null, isOwner: false, avatarUrl: null }
    const isEmailVerified = emailVerifiedAt !== null
    const profile = { passportId, email, isEmailVerified, surname, name, ...nothing }
    const { id, roles } = await synchroniseUser(tasks, profile, { isSignIn: true })
    actors.push([name, { id, passportId, roles, permissions: new Set<string>() }])
  }
  return {
    password,
    emails: people.map(emailOf),
    actors: Object.fromEntries(actors) as Record<DemoPerson, Actor>,
  }
}

/** An existing user comes from an interrupted run, whose password was never shown. */
async function ensurePerson(deps: IdentityDeps, name: DemoPerson, password: string) {
  const email = emailOf(name)
  const known = await findCredentials(deps.db, email)
  if (known) {
    await updatePasswordHash(deps.db, known.id, await deps.passwordHasher.hash(password))
    return known.id
  }
  const consent = { consent: true, consentSource: 'demo' } as const
  const { id } = await registerUser(deps, {
    email,
    phone: phoneOf(name),
    password,
    surname: 'Demo',
    name,
    ...consent,
  })
  await markEmailVerified(deps.db, id, deps.now().toISOString())
  return id
}
