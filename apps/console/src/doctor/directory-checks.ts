import { connect } from '@atrium/database/connect'
import type { DB } from '@atrium/identity/database'
import { listDirectories } from '@atrium/identity/scim/scim-directory.queries'
import { findGeneralSuccessor } from '@atrium/identity/users/offboarding/offboarding.commands'
import { countWaiting } from '@atrium/identity/users/offboarding/offboarding.queries'
import { directDatabaseUrls } from '../installation.ts'
import { type Examined, type Finding, failure, ok, warning } from './finding.ts'

const DAY_MS = 86_400_000

/** Whether directories reach SCIM, and whether the work of people who left finds someone. */
export async function checkDirectories({ identity, installation }: Examined): Promise<Finding[]> {
  if (!identity) return []
  const db = connect<DB>(directDatabaseUrls(installation).identity, { size: 1, onError: () => {} })
  try {
    const directories = await listDirectories(db).catch(() => [])
    return [
      ...directories.map(describeDirectory),
      ...(await checkSuccessor(db, identity).catch(() => [])),
      ...(await checkHandOvers(db).catch(() => [])),
    ]
  } finally {
    await db.destroy()
  }
}

function describeDirectory({
  name,
  clientId,
  lastRequestAt,
  lastRefusedAt,
  isRefused,
}: Awaited<ReturnType<typeof listDirectories>>[number]): Finding {
  if (!isRefused) return ok('directories', `SCIM: ${name} last asked at ${lastRequestAt}.`)
  const before = lastRequestAt ? `, and last accepted at ${lastRequestAt}` : ''
  return failure(
    'directories',
    `SCIM: the token of ${name} was refused at ${lastRefusedAt}${before}.`,
    `Its secret was replaced, or the client is disabled. Enter CLIENT_ID.CLIENT_SECRET in the directory; atrium client:rotate-secret ${clientId} shows a new one.`,
  )
}

async function checkSuccessor(
  db: Parameters<typeof findGeneralSuccessor>[1],
  settings: NonNullable<Examined['identity']>,
): Promise<Finding[]> {
  const { OFFBOARDING_HAND_OVER_TO: email } = settings
  if (!email) return []
  const successor = await findGeneralSuccessor({ settings }, db)
  if (successor && !successor.archivedAt)
    return [ok('directories', `${email} takes over from people whom a directory removes.`)]
  return [
    warning(
      'directories',
      `OFFBOARDING_HAND_OVER_TO=${email} is no active user, so the work of people whom a directory removes stays as it is.`,
      'Set it to the address of a user who has signed in to the task service.',
    ),
  ]
}

async function checkHandOvers(db: Parameters<typeof countWaiting>[0]): Promise<Finding[]> {
  const { count, since } = await countWaiting(db)
  if (!since || Date.parse(since) > Date.now() - DAY_MS) return []
  return [
    warning(
      'directories',
      `The work of ${count} users who left has waited to be handed over since ${since}.`,
      'The task service must be reachable, and the successor must have signed in there once. Choose another one on the page of the user.',
    ),
  ]
}
