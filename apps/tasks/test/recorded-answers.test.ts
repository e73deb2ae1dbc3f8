import { test } from 'node:test'
import { recordAnswers } from '@atrium/testing/recorded-answers'
import { startBothServices } from './both-services.ts'
import { anonymous, createScene, type Scene } from './recorded/actors.ts'
import { recordAdministration, recordAudit, recordHold, recordMailQueue } from './recorded/administration.ts'
import { recordAgents } from './recorded/agents.ts'
import { recordAssignees } from './recorded/assignees.ts'
import { recordAutomations } from './recorded/automations.ts'
import { recordBoards } from './recorded/boards.ts'
import { recordCalendars } from './recorded/calendar.ts'
import { recordCycles } from './recorded/cycles.ts'
import { recordFields } from './recorded/fields.ts'
import { recordGit } from './recorded/git.ts'
import { recordImports } from './recorded/imports.ts'
import { recordIntake } from './recorded/intake.ts'
import { recordNotifications } from './recorded/notifications.ts'
import { recordPlanning } from './recorded/planning.ts'
import { recordProjects } from './recorded/projects.ts'
import { recordReports } from './recorded/reports.ts'
import { recordPush, recordSharing } from './recorded/sharing.ts'
import { recordSignIn } from './recorded/sign-in.ts'
import { recordTaskActions, recordVotes } from './recorded/task-actions.ts'
import { recordTaskParts } from './recorded/task-parts.ts'
import { recordTasks } from './recorded/tasks.ts'
import { recordTemplates } from './recorded/templates.ts'
import { recordTime } from './recorded/time.ts'
import { recordViews } from './recorded/views.ts'
import { recordWebhooks } from './recorded/webhooks.ts'

const METRICS_TOKEN = 'a-token-for-monitoring'
const services = await startBothServices({
  LANGUAGES: 'en,ru', // A new language changes no answer here.
  RATE_LIMIT: 'off',
  STORAGE_MAX_BYTES: '100000',
  DISK_MIN_FREE_MB: '0',
  METRICS_TOKEN,
})
const { app, environment } = services

const recording = recordAnswers(app, {
  varying: [
    'body.version',
    'token',
    'registrationTicket',
    'refresh_token',
    'tookMs',
    'secret',
    'messageId',
    'durationMs',
    'publicKey',
    'item.error',
    'byColumn.seconds',
    'trend.week',
  ],
  texts: [
    'pages.title',
    'items.subject',
    'items.body',
    'item.subject',
    'item.body',
    'data.data.subject',
    'data.data.body',
  ],
  addresses: { [environment.IDENTITY_URL]: '<identity>', [environment.TASKS_URL]: '<tasks>' },
})

/** Files of the web application, which is not built for these tests. */
const builtFiles = ['/app', '/app/*', '/app/assets/*', '/app/color-scheme.js']

test('the service answers as recorded, and the recording covers every route', async () => {
  const scene = await createScene(services, recording)
  await recordPages(scene)
  await recordAdministration(scene)
  await recordAudit(scene)
  const project = await recordProjects(scene)
  await recordHold(scene, project)
  const board = await recordBoards(scene, project)
  const task = await recordTasks(scene, project, board)
  await recordTaskParts(scene, { project, task })
  await recordTime(scene, { project, task })
  await recording.sendRefusedRequests(anonymous, scene.admin, /logout|retry|^\/app/)
  await recordNotifications(scene, { project, board, task })
  await recordMailQueue(scene)
  await recordTaskActions(scene, { project, board, task })
  await recordViews(scene, project)
  await recordReports(scene, project)
  await recordFields(scene, { project, task })
  await recordTemplates(scene, { project, board, task })
  await recordSignIn(scene)
  await recordGuides(scene)
  await recordPlanning(scene, task)
  await recordCalendars(scene, project)
  await recordCycles(scene, { project, task })
  await recordWebhooks(scene, project)
  await recordAssignees(scene, project)
  await recordGit(scene, { project, task })
  await recordAutomations(scene, { project, task })
  await recordAgents(scene)
  await recordSharing(scene, board)
  await recordPush(scene)
  await recordImports(scene, project)
  await recordIntake(scene, { project, board })
  await recordVotes(scene, { task })
  recording.compareWith(new URL('recorded-answers.json', import.meta.url))
  // The report depends on the machine, only the identity service can erase and hand over, the address to unsubscribe at is in emails
  // only, an export is an archive, this board has no files, there is no logo, forms are off, nobody is a guest, and no worker finishes a
  // dry run that could be started: other tests call them.
  const elsewhere = [
    'GET /health-report',
    'POST /users/erase',
    'POST /users/hand-over',
    'GET /unsubscribe',
    'POST /unsubscribe',
    'GET /project/:id/export',
    'GET /share/:token/file/:fileId',
    'GET /assets/logo',
    'POST /import/:id/start',
    'GET /form/:token',
    'POST /form/:token',
    'DELETE /users/:id/guest',
  ]
  // agents.test.ts and protocol.test.ts have agents, which these need.
  const agents = [
    'POST /mcp',
    'PUT /agent/:id',
    'POST /agent/:id/stop',
    'POST /agent/:id/undo',
    'POST /proposal/:id/accept',
    'POST /proposal/:id/reject',
  ]
  recording.checkCoverage([...builtFiles.map(path => `GET ${path}`), ...elsewhere, ...agents])
})

async function recordGuides({ send }: Scene) {
  for (const name of [
    '',
    '/call-the-api',
    '/service-accounts',
    '/sign-in-with-atrium',
    '/git',
    '/mcp',
    '/webhooks',
  ]) {
    await send(anonymous, `GET /docs/guides${name}`)
  }
  await send(anonymous, 'GET /assets/copy-code.js')
  await send(anonymous, 'GET /notices')
  await send(anonymous, 'GET /branding')
}

async function recordPages({ send, ann }: Scene) {
  const page = { headers: { accept: 'text/html' } }
  for (const path of [
    '/',
    '/docs',
    '/docs/tasks',
    '/healthz',
    '/readyz',
    '/metrics',
    '/assets/page.css',
    '/assets/brand.css',
    '/assets/logo',
    '/assets/inter-latin.woff2',
    '/assets/inter-cyrillic.woff2',
  ])
    await send(anonymous, `GET ${path}`)
  await send({ name: 'monitor', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }, 'GET /metrics')
  await send(anonymous, 'GET /', undefined, page)
  await send(anonymous, 'GET /docs', undefined, { headers: { accept: 'text/html', 'accept-language': 'ru' } })
  await send(anonymous, 'GET /docs/nothing', undefined, page)
  await send(anonymous, 'GET /docs/nothing')
  await send(anonymous, 'GET /nothing/here')
  await send(anonymous, 'GET /%E0%A4%A')
  await send(anonymous, 'POST /healthz')
  await send(anonymous, 'PUT /project')
  await send({ name: 'impostor', headers: { authorization: 'Bearer nonsense' } }, 'GET /project')
  await send(ann, 'POST /project', 'text', { headers: { 'content-type': 'text/plain' } })
  await send(ann, 'POST /project', { name: 'x'.repeat(1_200_000) })
  await send(ann, 'POST /project', '{', { headers: { 'content-type': 'application/json' } })
}
