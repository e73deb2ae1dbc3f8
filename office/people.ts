import { openClient } from '@atrium/database/servers'
import { getCurrentUser } from '@atrium/tasks/administration/user.contract'
import { type MemberRole, type Right, rights } from '@atrium/tasks/projects/rights.contract'
import { hash } from '@node-rs/argon2'
import { type Attempt, type Fetch, recordAttempts } from './attempts.ts'
import { type ClientKind, clients, type OfficeClient } from './clients.ts'

/** Where the services are, and their databases, in which the office is prepared and inspected. */
export interface Premises {
  identityUrl: string
  tasksUrl: string
  identityDatabaseUrl: string
  tasksDatabaseUrl: string
  /** A client with the grants `password` and `refresh_token`. */
  client: { id: string; secret: string }
}

/** Someone who looks after the installation can do everywhere what a manager can. */
export type OfficeRole = MemberRole | 'installation owner'

const roster: [OfficeRole, ...ClientKind[]][] = [
  ['installation owner', 'browser'],
  ['owner', 'browser', 'program'],
  ['manager', 'browser', 'program', 'script'],
  ['member', 'browser', 'browser', 'browser', 'browser', 'program', 'script', 'script'],
  ['viewer', 'browser', 'program', 'script'],
]

const PASSWORD = 'a long enough passphrase'
/** Hashing as in production would take a core for seconds. */
const CHEAP_HASHING = { memoryCost: 64, timeCost: 1, parallelism: 1 }

export interface Person extends OfficeClient {
  id: number
  email: string
  role: OfficeRole
  clientKind: ClientKind
  /** What they are doing. */
  activity: string
  /** For requests that no client of the task service sends. */
  fetch: Fetch
  /** The newest refresh token of a chain, at the identity service; undefined where the chain was given up. */
  refreshToken: string | undefined
  /** The projects that they are a member of, with their role there. */
  memberships: Map<number, MemberRole>
}

const ranks: MemberRole[] = ['viewer', 'member', 'manager', 'owner']

function isAtLeast(role: MemberRole, needed: MemberRole) {
  return ranks.indexOf(role) >= ranks.indexOf(needed)
}

export function may({ role, memberships }: Person, projectId: number, right: Right) {
  const own = memberships.get(projectId)
  if (own && isAtLeast(own, rights[right])) return true
  return role === 'installation owner' && isAtLeast('manager', rights[right])
}

/** Everyone has an account and has signed in. */
export async function hirePeople(premises: Premises, attempts: Attempt[]): Promise<Person[]> {
  const people = roster
    .flatMap(([role, ...kinds]) => kinds.map(clientKind => ({ role, clientKind })))
    .map(({ role, clientKind }, index): Person => {
      const email = `colleague${index + 1}@example.org`
      const account = { email, password: PASSWORD }
      const recorder = recordAttempts(attempts, () => person.activity)
      const { fetch } = recorder
      const client = clients[clientKind](premises.tasksUrl, account, recorder)
      const unknown = { id: 0, refreshToken: '', memberships: new Map(), activity: 'arrive', fetch }
      const person: Person = { ...client, ...unknown, email, role, clientKind }
      return person
    })
  await createAccounts(premises, people)
  for (const person of people) {
    await person.signIn()
    person.id = (await person.call(getCurrentUser)).item.id
    person.refreshToken = await requestTokens(premises, passwordGrant(person))
  }
  return people
}

/** Written to the database: each command of the console would take a second. */
async function createAccounts({ identityDatabaseUrl }: Premises, people: Person[]) {
  const database = await openClient(identityDatabaseUrl)
  try {
    const passwordHash = await hash(PASSWORD, CHEAP_HASHING)
    for (const [index, { email, role }] of people.entries()) {
      const phone = `+1202555${String(8000 + index)}`
      await database.query(
        `insert into users (email, phone, password_hash, surname, name, consent_at, email_verified_at)
         values ($1, $2, $3, 'Colleague', $4, now(), now())`,
        [email, phone, passwordHash, `Number ${index + 1}`],
      )
      await database.query(
        `insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
         where users.email = $1 and roles.name = any($2)`,
        [email, role === 'installation owner' ? ['user', 'owner'] : ['user']],
      )
    }
  } finally {
    await database.end()
  }
}

export function passwordGrant({ email }: Person) {
  return { grant_type: 'password', username: email, password: PASSWORD }
}

/** Returns the refresh token, or throws with the status of the answer. */
export async function requestTokens(
  { identityUrl, client }: Premises,
  grant: Record<string, string>,
  send: Fetch = fetch,
) {
  const response = await send(`${identityUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id: client.id, client_secret: client.secret }),
  })
  const body = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${body}`)
  return (JSON.parse(body) as { refresh_token: string }).refresh_token
}
