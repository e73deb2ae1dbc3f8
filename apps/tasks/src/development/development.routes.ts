import type { App } from '@atrium/http/app/create-app'
import { contractsOf } from '@atrium/http/routes/operation'
import { pathOf } from '@atrium/http/routes/request-path'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import type { Settings } from '#settings.ts'
import { generate, generateFromAddress, getDebugState } from './development.contract.ts'
import { generateSampleData } from './sample-data.commands.ts'

const MAX_REQUESTS = 50

/** An allow-list, so that a new setting is not shown by accident. */
const shownSettings = [
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

/** Registered in development only: none of them needs a token. */
export function developmentRoutes(app: App, route: Route, deps: Deps) {
  const { settings } = deps
  const requests: RecentRequest[] = []
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    requests.push({
      method: request.method,
      path: pathOf(request),
      status: statusCode,
      ms: Math.round(elapsedTime),
    })
    if (requests.length > MAX_REQUESTS) requests.shift()
    done()
  })

  route(getDebugState, {}, () => ({
    routes: contractsOf(app).map(({ name, method, path, summary, access }) => ({
      name,
      method,
      url: path,
      summary,
      rule: access,
    })),
    settings: Object.fromEntries(shownSettings.map(name => [name, settings[name] ?? null])),
    requests: requests.toReversed(),
  }))

  route(generateFromAddress, {}, async ({ query }) => ({ item: await generateSampleData(deps, query) }))

  route(generate, {}, async ({ body }) => ({ item: await generateSampleData(deps, body) }))
}
