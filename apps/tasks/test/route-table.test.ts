import { test } from 'node:test'
import { checkRouteDocument, checkRouteTable } from '@atrium/testing/route-table'
import { startBothServices } from './both-services.ts'

const { app } = await startBothServices()

/** The tables of the specification: method, path, permission. `-` needs no token, `*` any token. */
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
GET  /project/:id/board         * project.read
POST /project/:id/board         * board.write
GET  /board/:id                 * project.read
PUT  /board/:id                 * board.write
DELETE /board/:id               * board.write
GET  /board/:id/column          * project.read
POST /board/:id/column          * board.write
POST /board/:id/column/reorder  * board.write
PUT  /board/column/:id          * board.write
DELETE /board/column/:id        * board.write
GET  /project/:id/member        * project.read
POST /project/:id/member        * member.write
PUT  /project/:id/member/:userId/role * member.write
DELETE /project/:id/member/:userId    * member.leave
POST /project/:id/invite        * invitation.write
DELETE /project/:id/invitation  * invitation.write
POST /invitation/accept         *
GET  /task-priority             *
GET  /task/:id/comment          * project.read
POST /task/:id/comment          * comment.write
PUT  /comment/:id               * comment.write
DELETE /comment/:id             * comment.write
GET  /sticker                   *
POST /sticker                   *
GET  /task/:id/sticker          * project.read
POST /task/:id/sticker          * task.write
DELETE /task/:id/sticker/:stickerId * task.write
GET  /time-interval             *
POST /time-interval             *
POST /time-interval/start       *
POST /time-interval/stop        *
GET  /time-interval/daily-summary *
GET  /task/:id/time-summary     * project.read
GET  /task                      *
POST /task                      *
GET  /task/:id                  * project.read
PUT  /task/:id                  * task.write
DELETE /task/:id                * task.write
POST /task/:id/move-to-column   * task.write
POST /task/:id/assign           * task.write
POST /task/:id/restore          * task.write
DELETE /task/:id/hard           * task.hard_delete
GET  /events                    -
GET  /events/token              *
GET  /                          -
GET  /docs                      -
GET  /docs/:page                -
POST /feedback/rating           * feedback.create
POST /feedback/idea             * feedback.create
GET  /feedback/idea             *
GET  /feedback/stats            * feedback.stats
`

/** Routes beyond the specification. */
const beyond = `
GET  /healthz                   -
GET  /readyz                    -
GET  /metrics                   -
GET  /assets/inter-cyrillic.woff2       -
GET  /assets/inter-latin.woff2          -
GET  /assets/page.css           -
POST /preferences               -
GET  /assets/to-sign-in.js      -
GET  /startup                   -
GET  /users/me                  *
GET  /users/me/settings         *
PUT  /users/me/settings         *
GET  /mail/jobs                 * rbac.permissions.manage
POST /mail/jobs/retry           * rbac.permissions.manage
POST /mail/jobs/:id/retry       * rbac.permissions.manage
DELETE /mail/jobs/:id           * rbac.permissions.manage
GET  /project/:id               * project.read
PUT  /project/:id               * project.write
DELETE /project/:id             * project.write
POST /project/:id/restore       * project.write
GET  /project/:id/activity      * project.read
GET  /project/:id/invitation    * invitation.read
GET  /invitation                 *
POST /invitation/:id/accept      *
POST /invitation/lookup          -
GET  /auth/sign-in               -
GET  /task/:id/attachment       * project.read
POST /task/:id/attachment       * attachment.write
GET  /attachment/:id            * project.read
GET  /attachment/:id/content    * project.read
DELETE /attachment/:id          * attachment.write
POST /task-priority             * priorities.manage
PUT  /task-priority/:id         * priorities.manage
DELETE /task-priority/:id       * priorities.manage
PUT  /sticker/:id               *
DELETE /sticker/:id             *
GET  /task/:id/checklist        * project.read
POST /task/:id/checklist        * task.write
PUT  /checklist/:id             * task.write
DELETE /checklist/:id           * task.write
GET  /task/:id/activity         * project.read
POST /task/:id/duplicate        * task.write
POST /task/:id/move-to-project  * task.write
GET  /task/:id/watch            * project.read
PUT  /task/:id/watch            * project.read
DELETE /task/:id/watch          * project.read
PUT  /comment/:id/reaction/:emoji    * comment.write
DELETE /comment/:id/reaction/:emoji  * comment.write
GET  /board/:id/full            * project.read
POST /board/:id/restore         * board.write
GET  /navigation                *
PUT  /board/:id/star            * project.read
DELETE /board/:id/star          * project.read
PUT  /feedback/idea/:id         * feedback.read
DELETE /feedback/idea/:id       *
GET  /time-interval/running     *
PUT  /time-interval/:id         * time.write
DELETE /time-interval/:id       * time.write
GET  /project/:id/time-report   * project.read
GET  /notification              *
GET  /notification/unread-count *
POST /notification/:id/read     *
POST /notification/read-all     *
GET  /notification/preferences  *
PUT  /notification/preferences  *
GET  /app                       -
GET  /app/*                     -
GET  /app/assets/*              -
GET  /app/color-scheme.js       -
`

test('the routes and their permissions match the table', () =>
  checkRouteTable(app.routeTable, specification, beyond))

test('the documentation lists the same routes', () => checkRouteDocument('tasks', app.routeTable))
