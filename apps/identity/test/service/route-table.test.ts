import { test } from 'node:test'
import { contractsOf } from '@atrium/http/routes/operation'
import { checkRouteDocument, checkRouteNames, checkRouteTable } from '@atrium/testing/route-table'
import { startIdentity } from '../identity-service.ts'

const { app } = await startIdentity()

/**
 * The tables of the specification: method, path, scope, permission. `-` needs no token, `*` any token. Without a valid
 * token `POST /auth/logout` returns 200, because the caller is signed out.
 */
const specification = `
POST /auth/login                -
POST /auth/refresh              -
GET  /auth/authorize            -
POST /auth/authorize            -
POST /token                     -
POST /token/introspect          -
POST /users                     -
GET  /cities                    -
GET  /cities/:id                -
GET  /languages                 -
GET  /languages/:id             -
GET  /docs                      -
POST /auth/password-reset       -
POST /auth/verify-email         -
GET  /email-verify              -
GET  /                          -
GET  /auth/available-scopes     *
POST /auth/logout               -
POST /auth/logout-all           *
GET  /users                     user:read   users.list
GET  /users/:id                 user:read   users.read.self or users.read.any
PUT  /users/:id                 user:write  users.write.self or users.write.any
POST /users/:id/update          user:write  users.write.self or users.write.any
POST /users/:id/passport-change user:write  users.write.self or users.write.any
DELETE /users/:id               user:manage users.manage.any
POST /users/:id/restore         user:manage users.manage.any
GET  /user-roles                user:read   user_roles.read
POST /user-roles                user:manage user_roles.manage
DELETE /user-roles/:id          user:manage user_roles.manage
GET  /roles                     system:manage roles.read
GET  /roles/:id                 system:manage roles.read
POST /roles                     system:manage roles.manage
PUT  /roles/:id                 system:manage roles.manage
DELETE /roles/:id               system:manage roles.manage
GET  /rbac/permissions          system:manage rbac.permissions.manage
GET  /rbac/permissions/:id      system:manage rbac.permissions.manage
POST /rbac/permissions          system:manage rbac.permissions.manage
PUT  /rbac/permissions/:id      system:manage rbac.permissions.manage
DELETE /rbac/permissions/:id    system:manage rbac.permissions.manage
GET  /user-contacts             user-contacts:read user_contacts.read.self or user_contacts.read.any
POST /user-contacts             user-contacts:write user_contacts.write.self or user_contacts.write.any
GET  /user-educations           user-educations:read user_educations.read.self or user_educations.read.any
POST /user-educations           user-educations:write user_educations.write.self or user_educations.write.any
GET  /posts                     system:manage posts.read
GET  /posts/:id                 system:manage posts.read
POST /posts                     system:manage system.manage
PUT  /posts/:id                 system:manage system.manage
DELETE /posts/:id               system:manage system.manage
POST /cities                    system:manage system.manage
PUT  /cities/:id                system:manage system.manage
DELETE /cities/:id              system:manage system.manage
POST /languages                 system:manage system.manage
PUT  /languages/:id             system:manage system.manage
DELETE /languages/:id           system:manage system.manage
GET  /storage/files             user:read storage.read.self or storage.read.any
POST /storage/files             user:write storage.write.self or storage.write.any
GET  /storage/files/:id         user:read storage.read.self or storage.read.any
GET  /storage/files/:id/content user:read storage.read.self or storage.read.any
DELETE /storage/files/:id       user:write storage.write.self or storage.write.any
GET  /admin                     admin:web   admin.web.access
`

/** Routes beyond the specification. */
const beyond = `
GET  /healthz                   -
GET  /readyz                    -
GET  /metrics                   -
GET  /assets/inter-cyrillic.woff2       -
GET  /assets/inter-latin.woff2          -
GET  /assets/page.css           -
GET  /assets/copy-code.js       -
GET  /docs/guides               -
GET  /docs/guides/call-the-api  -
GET  /docs/guides/git           -
GET  /docs/guides/mcp           -
GET  /docs/guides/service-accounts -
GET  /docs/guides/sign-in-with-atrium -
GET  /docs/guides/webhooks -
POST /preferences               -
GET  /notices                   -
GET  /branding                  -
GET  /assets/logo               -
GET  /assets/brand.css          -
PUT  /maintenance               system:manage rbac.permissions.manage
DELETE /maintenance             system:manage rbac.permissions.manage
PUT  /banner                    system:manage rbac.permissions.manage
DELETE /banner                  system:manage rbac.permissions.manage
PUT  /branding                  system:manage rbac.permissions.manage
PUT  /branding/logo             system:manage rbac.permissions.manage
DELETE /branding/logo           system:manage rbac.permissions.manage
POST /password-reset            -
POST /email-verify              -
POST /auth/switch-user          -
GET  /assets/sign-in.js         -
GET  /.well-known/jwks.json     -
GET  /.well-known/oauth-authorization-server -
POST /token/revoke              -
POST /token/announcements       -
POST /token/end-grant           -
POST /token/groups              -
GET  /password-reset            -
GET  /register                  -
POST /register                  -
POST /register/confirmation     -
GET  /assets/password-strength.js -
GET  /assets/show-password.js   -
POST /auth/password-strength    -
POST /auth/verify-email/resend  *
GET  /audit                     system:manage rbac.permissions.manage
GET  /audit/export              system:manage rbac.permissions.manage
POST /users/:id/erase           user:manage users.manage.any
GET  /users/:id/erasure         user:manage users.manage.any
GET  /users/:id/offboarding     user:manage users.manage.any
POST /users/:id/offboard        user:manage users.manage.any
POST /users/bulk/archive        user:manage users.manage.any
POST /users/bulk/restore        user:manage users.manage.any
POST /users/bulk/end-sessions   user:manage sessions.manage.any
POST /users/bulk/assign-role    user:manage user_roles.manage
POST /users/bulk/unassign-role  user:manage user_roles.manage
POST /users/bulk/add-to-group   user:manage groups.manage
GET  /users/me                  user:read   users.read.self or users.read.any
DELETE /users/me                user:write  users.write.self
POST /rbac/roles/:roleId/permissions/:permissionId system:manage rbac.permissions.manage
DELETE /rbac/roles/:roleId/permissions/:permissionId system:manage rbac.permissions.manage
GET /auth/forward -
GET /auth/forward/start -
GET /.atrium/callback -
GET /webhooks system:manage webhooks.manage
POST /webhooks system:manage webhooks.manage
GET /webhooks/:id system:manage webhooks.manage
PUT /webhooks/:id system:manage webhooks.manage
DELETE /webhooks/:id system:manage webhooks.manage
POST /webhooks/:id/test system:manage webhooks.manage
POST /webhooks/:id/rotate-secret system:manage webhooks.manage
GET /webhooks/:id/delivery system:manage webhooks.manage
POST /webhooks/delivery/:id/resend system:manage webhooks.manage
POST /oauth/register -
GET /client-metadata-hosts system:manage client_metadata_hosts.manage
POST /client-metadata-hosts system:manage client_metadata_hosts.manage
DELETE /client-metadata-hosts/:id system:manage client_metadata_hosts.manage
GET /forward-applications system:manage rbac.permissions.manage
POST /forward-applications system:manage rbac.permissions.manage
GET /forward-applications/:id system:manage rbac.permissions.manage
PUT /forward-applications/:id system:manage rbac.permissions.manage
DELETE /forward-applications/:id system:manage rbac.permissions.manage
GET /groups user:manage groups.manage
POST /groups user:manage groups.manage
GET /groups/:id user:manage groups.manage
PUT /groups/:id user:manage groups.manage
DELETE /groups/:id user:manage groups.manage
GET /groups/:id/members user:manage groups.manage
PUT /groups/:id/members/:userId user:manage groups.manage
DELETE /groups/:id/members/:userId user:manage groups.manage
PUT /groups/:id/roles/:roleId user:manage groups.manage
DELETE /groups/:id/roles/:roleId user:manage groups.manage
GET /scim/v2/Users scim users.manage.any
POST /scim/v2/Users scim users.manage.any
GET /scim/v2/Users/:id scim users.manage.any
PUT /scim/v2/Users/:id scim users.manage.any
PATCH /scim/v2/Users/:id scim users.manage.any
DELETE /scim/v2/Users/:id scim users.manage.any
GET /scim/v2/Groups scim groups.manage
POST /scim/v2/Groups scim groups.manage
GET /scim/v2/Groups/:id scim groups.manage
PUT /scim/v2/Groups/:id scim groups.manage
PATCH /scim/v2/Groups/:id scim groups.manage
DELETE /scim/v2/Groups/:id scim groups.manage
GET /scim/v2/ServiceProviderConfig scim users.manage.any
GET /scim/v2/ResourceTypes scim users.manage.any
GET /scim/v2/ResourceTypes/:id scim users.manage.any
GET /scim/v2/Schemas scim users.manage.any
GET /scim/v2/Schemas/:id scim users.manage.any
GET  /user-contacts/:id         user-contacts:read user_contacts.read.self or user_contacts.read.any
PUT  /user-contacts/:id         user-contacts:write user_contacts.write.self or user_contacts.write.any
DELETE /user-contacts/:id       user-contacts:write user_contacts.write.self or user_contacts.write.any
GET  /user-educations/:id       user-educations:read user_educations.read.self or user_educations.read.any
PUT  /user-educations/:id       user-educations:write user_educations.write.self or user_educations.write.any
DELETE /user-educations/:id     user-educations:write user_educations.write.self or user_educations.write.any
GET  /account                   *
GET  /account/*                 *
GET  /account/assets/*          -
GET  /account/color-scheme.js   -
GET  /admin/*                   admin:web   admin.web.access
GET  /admin/health-report       admin:web   admin.web.access
GET  /admin/statistics          admin:web   admin.web.access
GET  /admin/tasks-permissions admin:web  admin.web.access
POST /auth/login/two-factor     -
POST /auth/login/passkey/options -
POST /auth/login/passkey        -
GET  /.well-known/openid-configuration -
GET  /userinfo                  -
POST /userinfo                  -
GET  /oauth/clients             system:manage rbac.permissions.manage
POST /oauth/clients             system:manage rbac.permissions.manage
GET  /oauth/clients/:id         system:manage rbac.permissions.manage
PUT  /oauth/clients/:id         system:manage rbac.permissions.manage
GET  /oauth/clients/:id/claims  system:manage rbac.permissions.manage
PUT  /oauth/clients/:id/claims  system:manage rbac.permissions.manage
POST /oauth/clients/:id/rotate-secret system:manage rbac.permissions.manage
POST /oauth/clients/:id/disable system:manage rbac.permissions.manage
POST /oauth/clients/:id/enable  system:manage rbac.permissions.manage
GET  /oauth/keys                system:manage rbac.permissions.manage
POST /oauth/keys/rotate         system:manage rbac.permissions.manage
GET  /sign-in-providers         system:manage sign_in_providers.manage
POST /sign-in-providers         system:manage sign_in_providers.manage
GET  /sign-in-providers/:slug   system:manage sign_in_providers.manage
PUT  /sign-in-providers/:slug   system:manage sign_in_providers.manage
DELETE /sign-in-providers/:slug system:manage sign_in_providers.manage
POST /sign-in-providers/:slug/test system:manage sign_in_providers.manage
GET  /mail/jobs                 system:manage rbac.permissions.manage
POST /mail/jobs/retry           system:manage rbac.permissions.manage
POST /mail/jobs/:id/retry       system:manage rbac.permissions.manage
DELETE /mail/jobs/:id           system:manage rbac.permissions.manage
GET  /rbac/routes               system:manage rbac.permissions.read
GET  /rbac/explain              system:manage rbac.permissions.read
GET  /users/:id/export          user:read   users.read.self or users.read.any
GET  /users/:id/sessions        user:read   sessions.read.self or sessions.read.any
DELETE /users/:id/sessions      user:write  sessions.manage.self or sessions.manage.any
DELETE /users/:id/sessions/:sessionId user:write sessions.manage.self or sessions.manage.any
POST /auth/consent              -
GET  /auth/device               -
POST /auth/device               -
POST /device_authorization      -
GET  /auth/end-session          -
POST /auth/end-session          -
GET  /users/:id/applications    user:read   sessions.read.self or sessions.read.any
DELETE /users/:id/applications/:applicationId user:write sessions.manage.self or sessions.manage.any
GET  /users/:id/lockout         user:manage users.manage.any
POST /users/:id/unlock          user:manage users.manage.any
GET  /users/:id/two-factor      user:read   sessions.read.self or sessions.read.any
POST /users/:id/two-factor      user:write  sessions.manage.self
POST /users/:id/two-factor/confirm user:write sessions.manage.self
POST /users/:id/two-factor/recovery-codes user:write sessions.manage.self
DELETE /users/:id/two-factor    user:write  sessions.manage.self or sessions.manage.any
GET  /users/:id/passkeys        user:read   sessions.read.self or sessions.read.any
POST /users/:id/passkeys/options user:write sessions.manage.self
POST /users/:id/passkeys        user:write  sessions.manage.self
PUT  /users/:id/passkeys/:passkeyId user:write sessions.manage.self
DELETE /users/:id/passkeys/:passkeyId user:write sessions.manage.self or sessions.manage.any
GET  /users/:id/identities      user:read   sessions.read.self or sessions.read.any
GET  /users/:id/identities/providers user:read sessions.read.self or sessions.read.any
POST /users/:id/identities      user:write  sessions.manage.self
DELETE /users/:id/identities/:identityId user:write sessions.manage.self or sessions.manage.any
GET  /auth/upstream/:slug       -
GET  /auth/upstream/:slug/callback -
POST /auth/upstream/:slug/callback -
POST /auth/upstream/:slug/backchannel-logout -
GET  /auth/upstream/:slug/signed-out -
GET  /users/:id/personal-tokens user:read   sessions.read.self or sessions.read.any
POST /users/:id/personal-tokens user:write  sessions.manage.self
GET  /users/:id/personal-tokens/projects user:read sessions.read.self
DELETE /users/:id/personal-tokens/:tokenId user:write sessions.manage.self or sessions.manage.any
`

test('the routes and their access rules match the table', () =>
  checkRouteTable(contractsOf(app), specification, beyond))

test('every route has a name of its own, which is also the name of its contract', () =>
  checkRouteNames('identity', contractsOf(app)))

test('the documentation lists the same routes', () => checkRouteDocument('identity', contractsOf(app)))
