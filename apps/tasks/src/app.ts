import { constraintError } from '@atrium/database/constraint-errors'
import { createApp } from '@atrium/http/create-app'
import { serveWebApplication } from '@atrium/http/web-application'
import { sql } from 'kysely'
import { permissionRoutes } from '#administration/permission.routes.ts'
import { roleRoutes } from '#administration/role.routes.ts'
import { userRoutes } from '#administration/user.routes.ts'
import { userRoleRoutes } from '#administration/user-role.routes.ts'
import { documentationRoutes } from '#documentation/documentation.routes.ts'
import { projectRoutes } from '#projects/project.routes.ts'
import { loginRoutes } from '#sign-in/login.routes.ts'
import { signInRoutes } from '#sign-in/sign-in.routes.ts'
import packageJson from '../package.json' with { type: 'json' }
import { authenticator } from './access.ts'
import type { Deps } from './deps.ts'
import { allowedOrigins } from './settings.ts'

const webApplication = new URL('../../web/dist/', import.meta.url)

export async function createTasksApp(deps: Deps) {
  const { settings, db, log } = deps
  const app = await createApp(
    {
      log,
      api: {
        title: 'Atrium task service',
        description:
          'Projects, boards, tasks, time and live notifications. Sign-in is at the identity service.',
        version: packageJson.version,
        serverUrl: settings.TASKS_URL,
        accessCookie: 'app_access_token',
      },
      isDevelopment: settings.NODE_ENV === 'development',
      allowedOrigins: allowedOrigins(settings),
      trustProxy: settings.TRUST_PROXY,
      hasRateLimit: settings.RATE_LIMIT === 'on',
      authenticate: authenticator(deps),
      checkReady: async () => void (await sql`select 1`.execute(db)),
      translateError: constraintError,
    },
    async app => {
      documentationRoutes(app, packageJson.version)
      signInRoutes(app, deps)
      loginRoutes(app, deps)
      userRoutes(app, deps)
      roleRoutes(app, deps)
      userRoleRoutes(app, deps)
      permissionRoutes(app, deps)
      projectRoutes(app, deps)
      await serveWebApplication(app, { path: '/app', folder: webApplication })
    },
  )
  app.addHook('onClose', () => db.destroy())
  return app
}
