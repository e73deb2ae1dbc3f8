import type { App } from '@atrium/http/create-app'
import { serveWebApplication } from '@atrium/http/web-application'
import { anyToken, needs, permission } from '#access.ts'

const built = new URL('../../../admin/dist/', import.meta.url)

/** One web application with two areas: everybody's own account, and the administration. */
export async function adminRoutes(app: App) {
  await serveWebApplication(app, {
    path: '/account',
    folder: built,
    access: anyToken,
    areas: { '/admin': needs('admin:web', permission('admin.web.access')) },
  })
}
