import { StartRefused } from '@atrium/core/errors'
import { connect } from '@atrium/database/connect'
import { prepareJobs } from '@atrium/jobs/jobs'
import { listQueuedEmails, type QueuedEmail, retryQueuedEmails } from '@atrium/mail/mail-queue'
import type { Kysely } from 'kysely'
import { withDatabase } from '../embedded-database.ts'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import type { Command, Values } from './command.ts'

const SERVICES = ['identity', 'tasks'] as const
type Service = (typeof SERVICES)[number]
const STATES = ['waiting', 'running', 'failed']

export const mailCommands: Record<string, Command> = {
  'mail:list': {
    usage: '[--status waiting|running|failed] [--service identity|tasks]',
    summary: 'list queued emails of both services',
    options: { status: { type: 'string' }, service: { type: 'string' } },
    run: async (installation, values) => {
      const { status } = values
      if (status !== undefined && !STATES.includes(String(status)))
        throw new StartRefused(`--status must be one of: ${STATES.join(', ')}`)
      const items = await inEach(installation, values, (db, service) =>
        listQueuedEmails(db, status as QueuedEmail['status'] | undefined).then(jobs =>
          jobs.map(job => ({ service, ...job })),
        ),
      )
      const lines = items.flat().map(describe)
      return { json: { items: items.flat() }, text: lines.join('\n') || 'No emails are queued.' }
    },
  },
  'mail:retry': {
    usage: '[--service identity|tasks] [--id N]',
    summary: 'retry failed emails: all of them, or one by ID and service',
    options: { service: { type: 'string' }, id: { type: 'string' } },
    run: async (installation, values) => {
      const { id, service } = values
      if (id !== undefined && (service === undefined || !/^\d+$/.test(String(id))))
        throw new StartRefused('--id must be a number from `mail:list` and requires --service')
      const only = id === undefined ? undefined : Number(id)
      const counts = await inEach(installation, values, db => retryQueuedEmails(db, only))
      const retried = counts.reduce((sum, count) => sum + count, 0)
      if (only !== undefined && retried === 0)
        throw new StartRefused(`The ${service} service has no waiting or failed email ${only}`)
      return { json: { retried }, text: `Retrying ${retried} ${retried === 1 ? 'email' : 'emails'}.` }
    },
  },
}

function describe({
  service,
  id,
  kind,
  status,
  attempts,
  runAt,
  lastError,
}: QueuedEmail & { service: Service }) {
  const error = lastError ? `  ${lastError.split('\n', 1)[0]}` : ''
  return `${service}  ${id}  ${kind}  ${status}  attempts: ${attempts}  next: ${runAt}${error}`
}

function inEach<T>(
  installation: Installation,
  { service }: Values,
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
