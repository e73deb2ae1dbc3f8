import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'

const KEPT = 50

/** What may be shown; a setting that is added later is not shown until it is added here. */
const shown = [
  'NODE_ENV',
  'HOST',
  'LOG_LEVEL',
  'TASKS_PORT',
  'TASKS_URL',
  'IDENTITY_URL',
  'FRONTEND_URL',
  'TASKS_CLIENT_ID',
  'CORS_ORIGINS',
  'COOKIE_DOMAIN',
  'COOKIE_SECURE',
  'TRUST_PROXY',
  'RATE_LIMIT',
  'DIRECTORY',
  'INTROSPECTION_CACHE',
  'OAUTH2_REFRESH_TOKEN_TTL',
  'STORAGE_MAX_BYTES',
] as const satisfies (keyof Settings)[]

interface RecentRequest {
  method: string
  path: string
  status: number
  ms: number
}

/** In development only: what the service is made of and what it did last, without anything secret. */
export function debugRoutes(app: App, { settings }: Deps) {
  const requests: RecentRequest[] = []
  app.addHook('onResponse', ({ method, url }, { statusCode, elapsedTime }, done) => {
    requests.push({
      method,
      path: url.split('?', 1)[0] ?? '',
      status: statusCode,
      ms: Math.round(elapsedTime),
    })
    if (requests.length > KEPT) requests.shift()
    done()
  })

  app.get(
    '/debug',
    {
      config: { access: open },
      schema: {
        tags: ['Development'],
        summary: 'Show the state of the service',
        description: 'In development only: routes, settings without secrets and the last 50 requests.',
      },
    },
    async () => ({
      routes: app.routeTable,
      settings: Object.fromEntries(shown.map(name => [name, settings[name] ?? null])),
      requests: requests.toReversed(),
    }),
  )
}
