import type { Deps } from '#deps.ts'
import type { SetUpStep } from './statistics.contract.ts'

interface Step {
  name: SetUpStep['name']
  isDone: (deps: Deps, activeUsers: number) => boolean | Promise<boolean>
}

/** What a new installation needs before a team can rely on it, in the order in which administrators do it. */
const steps: Step[] = [
  { name: 'mail', isDone: ({ settings }) => !settings.MAIL_URL.startsWith('file:') },
  { name: 'backups', isDone: ({ settings }) => Boolean(settings.BACKUP_SCHEDULE) },
  { name: 'people', isDone: (_deps, activeUsers) => activeUsers > 1 },
  { name: 'provider', isDone: async ({ db }) => (await findEnabledProvider(db)) !== undefined },
]

export function listSetUpSteps(deps: Deps, activeUsers: number): Promise<SetUpStep[]> {
  return Promise.all(
    steps.map(async ({ name, isDone }) => ({ name, isDone: await isDone(deps, activeUsers) })),
  )
}

function findEnabledProvider(db: Deps['db']) {
  return db.selectFrom('signInProviders').select('id').where('isEnabled', '=', true).executeTakeFirst()
}
