import { test } from 'node:test'
import { checkRouteDocument, checkRouteTable } from '@atrium/testing/route-table'
import { startBothServices } from './both-services.ts'

const { app } = await startBothServices()

/** The specification's tables: method, path, permission. `-` needs no token, `*` any token. */
const specification = `
GET  /auth/login                -
GET  /auth/callback             -
GET  /auth/logout               -
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
