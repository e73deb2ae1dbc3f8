import type { App } from '@atrium/http/create-app'
import { serveWebApplication } from '@atrium/http/web-application'
import { needs, permission } from '#access.ts'

const built = new URL('../../../admin/dist/', import.meta.url)

export async function adminRoutes(app: App) {
  await serveWebApplication(app, {
    path: '/admin',
    folder: built,
    access: needs('admin:web', permission('admin.web.access')),
  })
}
