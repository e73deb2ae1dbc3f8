import type { Measure } from '@atrium/core/measure'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { listDirectories, recordRequest } from './scim-directory.queries.ts'

/** Records that a directory has asked, in a context with the routes of SCIM only. */
export function recordDirectories(app: FastifyInstance, deps: Pick<Deps, 'db' | 'now'>) {
  app.addHook('preHandler', async request => {
    const { clientId } = request.actor as Actor
    if (clientId) await recordRequest(deps.db, { clientId, now: deps.now().toISOString() })
  })
}

export function scimMeasures({ db }: Pick<Deps, 'db'>): Measure[] {
  const common = { label: 'client', isShared: true }
  return [
    {
      name: 'atrium_scim_request_timestamp_seconds',
      help: 'When a directory last used SCIM with a token that is valid',
      ...common,
      read: async () =>
        Object.fromEntries(
          (await listDirectories(db)).map(({ clientId, lastRequestAt }) => [
            clientId,
            Date.parse(lastRequestAt ?? '1970-01-01T00:00Z') / 1000,
          ]),
        ),
    },
    {
      name: 'atrium_scim_token_refused',
      help: 'Whether the last request of a directory over SCIM had a token that is not valid',
      ...common,
      read: async () =>
        Object.fromEntries(
          (await listDirectories(db)).map(({ clientId, isRefused }) => [clientId, Number(isRefused)]),
        ),
    },
  ]
}
