import { test } from 'node:test'
import { checkRouteDocument, checkRouteTable } from '@atrium/testing/route-table'
import { startBothServices } from './both-services.ts'

const { app } = await startBothServices()

/** The specification's tables: method, path, permission. `-` needs no token, `*` any token. */
const specification = `
GET  /auth/login                -
GET  /auth/callback             -
GET  /auth/logout               -
POST /user/login                -
GET  /roles                     * roles.read
POST /roles                     * roles.manage
GET  /roles/:id                 * roles.read
PUT  /roles/:id                 * roles.manage
DELETE /roles/:id               * roles.manage
GET  /users                     * users.read
GET  /users/:id                 * users.read
GET  /users/sync                * users.sync
GET  /user-roles                * user_roles.read
POST /user-roles                * user_roles.manage
DELETE /user-roles/:id          * user_roles.manage
GET  /rbac/permissions          * rbac.permissions.read
POST /rbac/roles/:roleId/permissions/:permissionId   * rbac.permissions.manage
DELETE /rbac/roles/:roleId/permissions/:permissionId * rbac.permissions.manage
GET  /project                   *
POST /project                   * projects.create
GET  /                          -
`

/** What we offer beyond it. */
const beyond = `
GET  /healthz                   -
GET  /readyz                    -
GET  /metrics                   -
GET  /assets/page.css           -
GET  /users/me                  *
GET  /app                       -
GET  /app/*                     -
`

test('every route is in the table with what it needs, and nothing else is served', () =>
  checkRouteTable(app.routeTable, specification, beyond))

test('the document of the routes says the same', () => checkRouteDocument('tasks', app.routeTable))
