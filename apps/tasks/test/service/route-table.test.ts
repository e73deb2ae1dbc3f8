import { test } from 'node:test'
import { contractsOf } from '@atrium/http/routes/operation'
import { checkRouteDocument, checkRouteNames, checkRouteTable } from '@atrium/testing/route-table'
import { startBothServices } from '../both-services.ts'

const { app } = await startBothServices()

/** The tables of the specification: method, path, scope for tokens of other applications, permission or right. */
const specification = `
GET  /auth/login                -
GET  /auth/callback             -
GET  /auth/logout               -
POST /user/login                -
GET  /roles                     tasks:read roles.read
POST /roles                     tasks:manage roles.manage
GET  /roles/:id                 tasks:read roles.read
PUT  /roles/:id                 tasks:manage roles.manage
DELETE /roles/:id               tasks:manage roles.manage
GET  /users                     tasks:read users.read
GET  /users/:id                 tasks:read users.read
DELETE /users/:id/guest         tasks:manage user_roles.manage
GET  /users/sync                tasks:manage users.sync
GET  /user-roles                tasks:read user_roles.read
POST /user-roles                tasks:manage user_roles.manage
DELETE /user-roles/:id          tasks:manage user_roles.manage
GET  /rbac/permissions          tasks:read rbac.permissions.read
POST /rbac/roles/:roleId/permissions/:permissionId   tasks:manage rbac.permissions.manage
DELETE /rbac/roles/:roleId/permissions/:permissionId tasks:manage rbac.permissions.manage
GET  /project                   tasks:read
POST /project                   tasks:manage projects.create
GET  /project/:id/board         tasks:read project.read
POST /project/:id/board         tasks:manage board.write
GET  /board/:id                 tasks:read project.read
PUT  /board/:id                 tasks:manage board.write
DELETE /board/:id               tasks:manage board.write
GET  /board/:id/column          tasks:read project.read
POST /board/:id/column          tasks:manage board.write
POST /board/:id/column/reorder  tasks:manage board.write
PUT  /board/column/:id          tasks:manage board.write
DELETE /board/column/:id        tasks:manage board.write
GET  /project/:id/member        tasks:read project.read
POST /project/:id/member        tasks:manage member.write
PUT  /project/:id/member/:userId/role tasks:manage member.write
DELETE /project/:id/member/:userId    tasks:manage member.leave
POST /project/:id/invite        tasks:manage invitation.write
DELETE /project/:id/invitation  tasks:manage invitation.write
POST /invitation/accept         tasks:manage
GET  /task-priority             tasks:read
GET  /task/:id/comment          tasks:read project.read
POST /task/:id/comment          tasks:write comment.write
PUT  /comment/:id               tasks:write comment.write
DELETE /comment/:id             tasks:write comment.write
GET  /sticker                   tasks:read
POST /sticker                   tasks:manage
GET  /task/:id/sticker          tasks:read project.read
POST /task/:id/sticker          tasks:write task.write
DELETE /task/:id/sticker/:stickerId tasks:write task.write
GET  /time-interval             tasks:read
POST /time-interval             tasks:write
POST /time-interval/start       tasks:write
POST /time-interval/stop        tasks:write
GET  /time-interval/daily-summary tasks:read
GET  /task/:id/time-summary     tasks:read project.read
GET  /task                      tasks:read
POST /task                      tasks:write
GET  /task/:id                  tasks:read project.read
PUT  /task/:id                  tasks:write task.write
DELETE /task/:id                tasks:write task.write
POST /task/:id/move-to-column   tasks:write task.write
POST /task/:id/assign           tasks:write task.write
POST /task/:id/restore          tasks:write task.write
DELETE /task/:id/hard           tasks:manage task.hard_delete
GET  /events                    -
GET  /events/token              tasks:read
GET  /                          -
GET  /docs                      -
GET  /docs/:page                -
POST /feedback/rating           tasks:write feedback.create
POST /feedback/idea             tasks:write feedback.create
GET  /feedback/idea             tasks:read
GET  /feedback/stats            tasks:read feedback.stats
`

/** Routes beyond the specification. */
const beyond = `
GET  /rbac/explain              tasks:read projects.read.any
GET  /project/:id/cycle         tasks:read project.read
POST /project/:id/cycle         tasks:manage cycle.write
PUT  /cycle/:id                 tasks:manage cycle.write
DELETE /cycle/:id               tasks:manage cycle.write
POST /cycle/:id/finish          tasks:manage cycle.write
GET  /project/:id/milestone     tasks:read project.read
POST /project/:id/milestone     tasks:manage cycle.write
PUT  /milestone/:id             tasks:manage cycle.write
DELETE /milestone/:id           tasks:manage cycle.write
GET  /project/:id/report/burn-down tasks:read project.read
GET  /project/:id/report/capacity tasks:read project.read
GET  /project/:id/automation    tasks:manage automation.read
POST /project/:id/automation    tasks:manage automation.write
GET  /automation/:id            tasks:manage automation.read
PUT  /automation/:id            tasks:manage automation.write
DELETE /automation/:id          tasks:manage automation.write
GET  /automation/:id/run        tasks:manage automation.read
POST /automation/preview        tasks:manage
GET  /task/:id/automation       tasks:read task.write
POST /automation/:id/press      tasks:write task.write
GET  /project/:id/webhook       tasks:manage webhook.read
POST /project/:id/webhook       tasks:manage webhook.write
GET  /webhook/:id               tasks:manage webhook.read
PUT  /webhook/:id               tasks:manage webhook.write
DELETE /webhook/:id             tasks:manage webhook.write
POST /webhook/:id/test          tasks:manage webhook.write
POST /webhook/:id/rotate-secret tasks:manage webhook.write
GET  /webhook/:id/delivery      tasks:manage webhook.read
POST /webhook/delivery/:id/resend tasks:manage webhook.write
GET  /project/:id/group         tasks:read project.read
GET  /agent                     tasks:manage
PUT  /agent/:id                 tasks:manage
POST /agent/:id/stop            tasks:manage
POST /agent/:id/undo            tasks:manage
GET  /proposal                  tasks:manage
POST /proposal/:id/accept       tasks:manage
POST /proposal/:id/reject       tasks:manage
POST /mcp                       -
GET  /.well-known/oauth-protected-resource -
GET  /.well-known/oauth-protected-resource/mcp -
POST /import                    tasks:manage
GET  /import                    tasks:manage
GET  /import/:id                tasks:manage
GET  /import/:id/note           tasks:manage
POST /import/:id/start          tasks:manage
DELETE /import/:id              tasks:manage
GET  /calendar-feed             tasks:manage
POST /calendar-feed             tasks:manage
DELETE /calendar-feed/:id       tasks:manage
GET  /calendar/:token.ics       -
GET  /board/:id/share           tasks:manage board.share
POST /board/:id/share           tasks:manage board.share
DELETE /share/:id               tasks:manage board.share
GET  /share/:token              -
POST /share/:token              -
GET  /share/:token/board        -
GET  /share/:token/file/:fileId -
GET  /project/:id/intake        tasks:manage form.read
PUT  /project/:id/intake        tasks:manage form.write
GET  /project/:id/intake-form   tasks:manage form.read
POST /project/:id/intake-form   tasks:manage form.write
PUT  /intake-form/:id           tasks:manage form.write
DELETE /intake-form/:id         tasks:manage form.write
GET  /form/:token               -
POST /form/:token               -
PUT  /project/:id/group/:groupId tasks:manage member.write
DELETE /project/:id/group/:groupId tasks:manage member.write
GET  /project/:id/available-group tasks:read member.write
GET  /healthz                   -
GET  /notices                   -
GET  /branding                  -
GET  /assets/logo               -
GET  /assets/brand.css          -
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
GET  /assets/to-sign-in.js      -
GET  /startup                   -
GET  /users/me                  tasks:read
GET  /users/me/account-permissions tasks:read
GET  /users/me/settings         tasks:read
PUT  /users/me/settings         tasks:write
GET  /health-report             tasks:manage rbac.permissions.manage
GET  /mail/jobs                 tasks:manage rbac.permissions.manage
POST /mail/jobs/retry           tasks:manage rbac.permissions.manage
POST /mail/jobs/:id/retry       tasks:manage rbac.permissions.manage
DELETE /mail/jobs/:id           tasks:manage rbac.permissions.manage
GET  /project/:id               tasks:read project.read
PUT  /project/:id               tasks:manage project.write
DELETE /project/:id             tasks:manage project.write
POST /project/:id/restore       tasks:manage project.write
GET  /project/:id/activity      tasks:read project.read
GET  /project/:id/invitation    tasks:read invitation.read
GET  /invitation                 tasks:read
POST /invitation/:id/accept      tasks:manage
POST /invitation/lookup          -
POST /users/erase                -
POST /users/hand-over            -
GET  /project/:id/files         tasks:read project.read
PUT  /project/:id/files         tasks:manage projects.manage.any
GET  /project/:id/hold          tasks:read project.read
PUT  /project/:id/hold          tasks:manage projects.manage.any
DELETE /project/:id/hold        tasks:manage projects.manage.any
GET  /audit                     tasks:manage rbac.permissions.manage
GET  /audit/export              tasks:manage rbac.permissions.manage
GET  /auth/sign-in               -
GET  /task/:id/attachment       tasks:read project.read
POST /task/:id/attachment       tasks:write attachment.write
GET  /attachment/:id            tasks:read project.read
GET  /attachment/:id/content    tasks:read project.read
DELETE /attachment/:id          tasks:write attachment.write
POST /task-priority             tasks:manage priorities.manage
PUT  /task-priority/:id         tasks:manage priorities.manage
DELETE /task-priority/:id       tasks:manage priorities.manage
PUT  /sticker/:id               tasks:manage
DELETE /sticker/:id             tasks:manage
GET  /task/:id/checklist        tasks:read project.read
POST /task/:id/checklist        tasks:write task.write
PUT  /checklist/:id             tasks:write task.write
DELETE /checklist/:id           tasks:write task.write
POST /checklist/:id/convert     tasks:write task.write
GET  /task/:id/subtask          tasks:read project.read
GET  /task/:id/relation         tasks:read project.read
POST /task/:id/relation         tasks:write task.write
DELETE /task/:id/relation/:relationId tasks:write task.write
GET  /task/:id/activity         tasks:read project.read
POST /task/:id/duplicate        tasks:write task.write
POST /task/:id/move-to-project  tasks:write task.write
GET  /task/:id/watch            tasks:read project.read
PUT  /task/:id/watch            tasks:write project.read
DELETE /task/:id/watch          tasks:write project.read
GET  /task/:id/vote             tasks:read project.read
PUT  /task/:id/vote             tasks:write project.read
DELETE /task/:id/vote           tasks:write project.read
GET  /plan                      tasks:read
POST /plan/roll-over            tasks:write
PUT  /task/:id/plan             tasks:write project.read
DELETE /task/:id/plan           tasks:write project.read
GET  /task/:id/recurrence       tasks:read project.read
PUT  /task/:id/recurrence       tasks:write task.write
DELETE /task/:id/recurrence     tasks:write task.write
POST /task/:id/recurrence/skip  tasks:write task.write
POST /task/:id/recurrence/unskip tasks:write task.write
PUT  /comment/:id/reaction/:emoji    tasks:write comment.write
DELETE /comment/:id/reaction/:emoji  tasks:write comment.write
GET  /board/:id/full            tasks:read project.read
GET  /task/summary              tasks:read
GET  /task/csv                  tasks:read
GET  /task/schedule             tasks:read
GET  /view                      tasks:read
POST /task/bulk                 tasks:write
POST /task/bulk/:id/undo        tasks:write
POST /view                      tasks:write
PUT  /view/:id                  tasks:write
DELETE /view/:id                tasks:write
GET  /template                  tasks:read
GET  /template/built-in         tasks:read
GET  /template/:id              tasks:read
POST /template                  tasks:manage
PUT  /template/:id              tasks:manage
DELETE /template/:id            tasks:manage
POST /task/:id/template         tasks:manage template.write
POST /board/:id/template        tasks:manage template.write
POST /project/:id/template      tasks:manage template.write
POST /task/from-template        tasks:write
POST /project/:id/board/from-template tasks:manage board.write
POST /project/from-template     tasks:manage projects.create
GET  /project/:id/export        tasks:read project.export
POST /project/:id/import        tasks:manage task.import
GET  /project/:id/field         tasks:read project.read
POST /project/:id/field         tasks:manage field.write
POST /project/:id/field/reorder tasks:manage field.write
PUT  /field/:id                 tasks:manage field.write
DELETE /field/:id               tasks:manage field.write
GET  /field/:id/type-change     tasks:read field.write
POST /field/:id/change-type     tasks:manage field.write
POST /field/:id/option          tasks:manage field.write
POST /field/:id/option/reorder  tasks:manage field.write
PUT  /field/option/:id          tasks:manage field.write
DELETE /field/option/:id        tasks:manage field.write
POST /board/:id/restore         tasks:manage board.write
GET  /navigation                tasks:read
PUT  /board/:id/star            tasks:write project.read
DELETE /board/:id/star          tasks:write project.read
PUT  /feedback/idea/:id         tasks:manage feedback.read
DELETE /feedback/idea/:id       tasks:write
GET  /time-interval/running     tasks:read
PUT  /time-interval/:id         tasks:write time.write
DELETE /time-interval/:id       tasks:write time.write
GET  /project/:id/time-report   tasks:read project.read
GET  /project/:id/overview       tasks:read project.read
GET  /portfolio                 tasks:read
GET  /workload                  tasks:read
GET  /project/:id/report/flow    tasks:read project.read
GET  /project/:id/report/throughput tasks:read project.read
GET  /project/:id/report/cycle-time tasks:read project.read
GET  /project/:id/report/burn-up tasks:read project.read
GET  /project/:id/report/estimates tasks:read project.read
GET  /notification              tasks:read
GET  /notification/unread-count tasks:read
POST /notification/:id/read     tasks:write
POST /notification/read-all     tasks:write
GET  /notification/preferences  tasks:read
PUT  /notification/preferences  tasks:write
GET  /notification/push-subscription tasks:read
PUT  /notification/push-subscription tasks:write
DELETE /notification/push-subscription tasks:write
GET  /inbox                     tasks:read
POST /inbox/:id/read            tasks:write
POST /inbox/:id/done            tasks:write
POST /inbox/:id/snooze          tasks:write
POST /inbox/:id/reopen          tasks:write
POST /inbox/done                tasks:write
POST /inbox/reopen              tasks:write
PUT  /task/:id/presence         tasks:write project.read
GET  /unsubscribe               -
POST /unsubscribe               -
GET  /app                       -
GET  /project/:id/repository    tasks:read repository.read
POST /project/:id/repository    tasks:manage repository.write
DELETE /repository/:id          tasks:manage repository.write
POST /hooks/git/:id             -
GET  /task/:id/link             tasks:read project.read
GET  /app/*                     -
GET  /app/assets/*              -
GET  /app/color-scheme.js       -
`

test('the routes and their permissions match the table', () =>
  checkRouteTable(contractsOf(app), specification, beyond))

test('every route has a name of its own, which is also the name of its contract', () =>
  checkRouteNames('tasks', contractsOf(app)))

test('the documentation lists the same routes', () => checkRouteDocument('tasks', contractsOf(app)))
