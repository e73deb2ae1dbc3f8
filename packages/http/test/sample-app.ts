import { after } from 'node:test'
import { createLogger } from '@atrium/core/logger'
import { type App, type AppOptions, createApp } from '../src/app/create-app.ts'
import type { Access } from '../src/routes/access.ts'
import { Forbidden, NotAuthenticated, sampleErrors } from './sample.errors.ts'

export const listedOrigin = 'https://app.example.org'

/** An app with the routes of one test; tokens are `Bearer <user id>:<scope>`. */
export async function createSampleApp(
  addRoutes: (app: App) => void | Promise<void>,
  overrides: Partial<AppOptions> = {},
): Promise<App> {
  const app = await createApp({ ...sampleOptions, ...overrides }, addRoutes)
  after(() => app.close())
  return app
}

export const sampleOptions: AppOptions = {
  log: createLogger('sample', 'silent'),
  api: {
    title: 'Sample service',
    description: 'For the tests.',
    version: '1.2.3',
    serverUrl: 'http://localhost:4000',
    sessionCookies: ['access_token'],
    tags: { Things: 'What the tests create.' },
  },
  isDevelopment: false,
  allowedOrigins: [listedOrigin],
  hasRateLimit: false,
  authenticate: async request => {
    const [, id, scope = ''] = request.headers.authorization?.match(/^Bearer (\d+):?(.*)$/) ?? []
    if (!id) throw new NotAuthenticated('sign_in_required')
    return { id: Number(id), scope }
  },
  version: '0.1.0',
  dependencies: {},
  metricsToken: 'public',
  translateError: error => error,
  errors: sampleErrors,
}

/** A scope that every caller needs, and a record that only its owner can change. */
export function needsScopeAndSelf(scope: string): Access<{ id: number; scope: string }> {
  return {
    rule: { token: true, scope, permission: 'things.write.self' },
    checkActor: actor => {
      if (actor.scope !== scope) throw new Forbidden('scope_required', { scope })
    },
    findSubject: async (actor, { params }) => {
      const { id } = params as { id: number }
      if (actor.id !== id) throw new Forbidden('not_the_owner')
    },
  }
}
