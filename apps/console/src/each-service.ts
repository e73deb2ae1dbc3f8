import { StartRefused } from '@atrium/core/errors'
import { connect } from '@atrium/database/connect'
import { prepareJobs } from '@atrium/jobs/jobs'
import type { Kysely } from 'kysely'
import { withDatabase } from './embedded-database.ts'
import { directDatabaseUrls, type Installation } from './installation.ts'

const SERVICES = ['identity', 'tasks'] as const
export type Service = (typeof SERVICES)[number]

/** Runs `work` on the database of each service, or of the one that `--service` names. */
export function inEachService<T>(
  installation: Installation,
  { service }: { service?: unknown },
  work: (db: Kysely<unknown>, service: Service) => Promise<T>,
): Promise<T[]> {
  const wanted = service === undefined ? SERVICES : SERVICES.filter(each => each === service)
  if (wanted.length === 0) throw new StartRefused('--service must be identity or tasks')
  return withDatabase(installation, async () => {
    const results: T[] = []
    for (const each of wanted) {
      const url = directDatabaseUrls(installation)[each]
      await prepareJobs(url)
      const db = connect<unknown>(url, {
        size: 1,
        onError: () => {},
      })
      try {
        results.push(await work(db, each))
      } finally {
        await db.destroy()
      }
    }
    return results
  })
}
