import type { App } from '@atrium/http/app/create-app'
import { serveWebApplication } from '@atrium/http/app/web-application'
import { needs, permission, signedIn } from '#access.contract.ts'
import type { Deps } from '#deps.ts'
import { enforce } from '#route.ts'

const built = new URL('../../../admin/dist/', import.meta.url)

/** One web application with two areas: the user's own account, and the administration. */
export async function adminRoutes(app: App, { db }: Deps) {
  await serveWebApplication(app, {
    path: '/account',
    folder: built,
    access: enforce(db, signedIn),
    areas: { '/admin': enforce(db, needs('admin:web', permission('admin.web.access'))) },
  })
}
