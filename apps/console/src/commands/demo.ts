import { randomBytes } from 'node:crypto'
import type { Deps as IdentityDeps } from '@atrium/identity/deps'
import { registerUser } from '@atrium/identity/registration/registration.commands'
import { findCredentials, setPasswordHash } from '@atrium/identity/users/credentials.queries'
import { getUser, markEmailVerified } from '@atrium/identity/users/user.queries'
import type { Actor } from '@atrium/tasks/administration/actor'
import { synchroniseUser } from '@atrium/tasks/administration/synchronisation.commands'
import type { Deps as TasksDeps } from '@atrium/tasks/deps'
import { createDemoProject, type DemoProject } from '@atrium/tasks/development/sample-data.commands'
import { listDemoProjects } from '@atrium/tasks/development/sample-data.queries'
import { withIdentity } from '../identity-deps.ts'
import { withTasks } from '../tasks-deps.ts'
import type { Command } from './command.ts'
import { moveTitles, relaunchTitles } from './demo-titles.ts'

const people = ['Ada', 'Boris', 'Chloe', 'Dmitri', 'Elif', 'Femi'] as const
type DemoPerson = (typeof people)[number]

/** A reserved domain, and phone numbers reserved for fiction. */
const emailOf = (name: DemoPerson) => `${name.toLowerCase()}@demo.atrium.local`
const phoneOf = (name: DemoPerson) => `+120255501${80 + people.indexOf(name)}`

const PROGRESS_EVERY_MS = 1000

const projects: DemoProject<DemoPerson>[] = [
  {
    name: 'Website relaunch',
    description: 'Demo data: redesign the online shop by spring.',
    key: 'WR',
    color: '#7048e8',
    icon: '🚀',
    titles: relaunchTitles,
    owner: 'Ada',
    members: { Boris: 'manager', Chloe: 'member', Dmitri: 'member', Elif: 'viewer' },
  },
  {
    name: 'Office move',
    description: 'Demo data: move forty desks with one elevator.',
    key: 'MOVE',
    color: '#0b7285',
    icon: '📦',
    titles: moveTitles,
    owner: 'Boris',
    members: { Ada: 'manager', Elif: 'member', Femi: 'member', Chloe: 'viewer' },
  },
]

export const demoCommands: Record<string, Command> = {
  demo: {
    usage: '',
    summary: 'create demo users, projects and tasks',
    run: (installation, _values, _positionals, report) =>
      withTasks(installation, async tasks => {
        const present = await listDemoProjects(tasks.db)
        if (present.length > 0) return alreadyThere(present)
        const { password, emails, actors } = await withIdentity(installation, identity =>
          ensureDemoPeople(identity, tasks),
        )
        const onTask = progress(
          projects.reduce((sum, project) => sum + project.titles.length, 0),
          report,
        )
        const created = []
        for (const project of projects) created.push(await createDemoProject(tasks, actors, project, onTask))
        return {
          json: { created: true, projects: created, users: emails, password },
          text: [
            ...created.map(({ name, tasks }) => `Created project ${name} with ${tasks} tasks.`),
            `Sign in as ${emails.join(', ')}`,
            `password  ${password}   (shown once, the same for all users)`,
          ].join('\n'),
        }
      }),
  },
}

function alreadyThere(present: { id: number; name: string }[]) {
  const names = present.map(({ name }) => name).join(', ')
  return {
    json: { created: false, projects: present },
    text: `Demo data already exists: ${names}. Nothing was created.`,
  }
}

/** Reports progress once a second. */
function progress(total: number, report: (line: string) => void) {
  let created = 0
  let next = Date.now() + PROGRESS_EVERY_MS
  return () => {
    created += 1
    if (Date.now() < next) return
    next = Date.now() + PROGRESS_EVERY_MS
    report(`${created} of ${total} tasks`)
  }
}

/** Creates the demo users in both services, all with the same new password. */
async function ensureDemoPeople(identity: IdentityDeps, tasks: TasksDeps) {
  const password = randomBytes(12).toString('base64url')
  const actors: [DemoPerson, Actor][] = []
  for (const name of people) {
    const passportId = await ensurePerson(identity, name, password)
    const { email, emailVerifiedAt, surname } = await getUser(identity.db, passportId)
    const nothing = { patronymic: null, post: null, isOwner: false, avatarUrl: null }
    const isEmailVerified = emailVerifiedAt !== null
    const profile = { passportId, email, isEmailVerified, surname, name, ...nothing }
    const { id, roles } = await synchroniseUser(tasks, profile, { isSignIn: true, language: 'en' })
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
    const hash = await deps.passwordHasher.hash(password)
    await setPasswordHash(deps.db, known.id, hash, deps.now().toISOString())
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
