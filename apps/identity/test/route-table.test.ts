import { test } from 'node:test'
import { checkRouteDocument, checkRouteTable } from '@atrium/testing/route-table'
import { startIdentity } from './identity-service.ts'

const { app } = await startIdentity()

/** The specification's tables: method, path, scope, permission. `-` needs no token, `*` any token. */
const specification = `
POST /auth/login                -
POST /auth/refresh              -
GET  /auth/authorize            -
POST /auth/authorize            -
POST /token                     -
POST /token/introspect          -
POST /users                     -
GET  /docs                      -
GET  /                          -
GET  /auth/available-scopes     *
POST /auth/logout               *
POST /auth/logout-all           *
GET  /users                     user:read   users.list
GET  /users/:id                 user:read   users.read.self or users.read.any
GET  /admin                     admin:web   admin.web.access
`

/** What we offer beyond it. */
const beyond = `
GET  /healthz                   -
GET  /readyz                    -
GET  /metrics                   -
GET  /assets/page.css           -
GET  /.well-known/jwks.json     -
GET  /.well-known/oauth-authorization-server -
POST /token/revoke              -
GET  /users/me                  user:read   users.read.self or users.read.any
GET  /admin/*                   admin:web   admin.web.access
`

test('every route is in the table with what it needs, and nothing else is served', () =>
  checkRouteTable(app.routeTable, specification, beyond))

test('the document of the routes says the same', () => checkRouteDocument('identity', app.routeTable))
