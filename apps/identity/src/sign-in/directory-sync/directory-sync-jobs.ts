import type { Measure } from '@atrium/core/measure'
import { addJob } from '@atrium/jobs/jobs'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { LdapSettings } from '../providers/provider.contract.ts'
import { findProvider, listProviders } from '../providers/provider.queries.ts'
import { listSyncs, startSync } from './directory-sync.queries.ts'
import { syncDirectory } from './directory-sync.ts'

const EVERY = 'sync_directories'
const ONE = 'sync_directory'

/** Every minute one instance looks which directories are due; the queue keeps two runs from overlapping. */
export const directoryCrontab = `* * * * * ${EVERY} ?queue=directories&max=1`

export function directoryTasks(deps: Deps) {
  return {
    [EVERY]: () => syncDueDirectories(deps),
    [ONE]: async ({ slug }: { slug: string }) => {
      const provider = await findProvider(deps.db, slug)
      if (provider?.isEnabled && provider.kind === 'ldap') await syncDirectory(deps, provider)
    },
  }
}

export async function syncDueDirectories(deps: Deps) {
  for (const provider of await listProviders(deps.db)) {
    if (provider.kind !== 'ldap' || !provider.isEnabled) continue
    const now = deps.now()
    const { syncMinutes } = provider.settings as LdapSettings
    // Half a minute earlier: the queue does not run exactly on the minute.
    const dueSince = new Date(now.getTime() - syncMinutes * 60_000 + 30_000)
    const times = { now: now.toISOString(), dueSince: dueSince.toISOString() }
    if (await startSync(deps.db, provider.id, times)) await syncDirectory(deps, provider)
  }
}

/** Compares a directory at once, because someone turned out to have left it. */
export function enqueueSync(tx: Database, slug: string) {
  return addJob(tx, ONE, { slug }, { key: `${ONE} ${slug}`, queue: 'directories' })
}

export function directoryMeasures({ db }: Pick<Deps, 'db'>): Measure[] {
  const common = { label: 'provider', isShared: true }
  const ofEach = (read: (sync: Awaited<ReturnType<typeof listSyncs>>[number]) => number) => async () =>
    Object.fromEntries((await listSyncs(db)).map(sync => [sync.slug, read(sync)]))
  return [
    {
      name: 'atrium_directory_sync_failed',
      help: 'Whether the last sync with a directory changed nothing because the directory was away or lacked too many people',
      ...common,
      read: ofEach(({ problem }) => Number(problem !== null)),
    },
    {
      name: 'atrium_directory_sync_timestamp_seconds',
      help: 'When the last sync with a directory ended',
      ...common,
      read: ofEach(({ finishedAt }) => Date.parse(finishedAt ?? '1970-01-01T00:00Z') / 1000),
    },
  ]
}
