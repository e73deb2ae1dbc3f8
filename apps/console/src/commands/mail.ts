import { StartRefused } from '@atrium/core/errors'
import { listQueuedEmails, type QueuedEmail, retryQueuedEmails } from '@atrium/mail/mail-queue'
import { inEachService, type Service } from '../each-service.ts'
import type { Command } from './command.ts'

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
      const items = await inEachService(installation, values, (db, service) =>
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
      const counts = await inEachService(installation, values, db => retryQueuedEmails(db, only))
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
