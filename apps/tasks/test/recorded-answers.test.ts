import { test } from 'node:test'
import { recordAnswers } from '@atrium/testing/recorded-answers'
import { startBothServices } from './both-services.ts'
import { nobody, type Scene, setScene } from './recorded/actors.ts'
import { recordAdministration, recordMailQueue } from './recorded/administration.ts'
import { recordBoards } from './recorded/boards.ts'
import { recordNotifications } from './recorded/notifications.ts'
import { recordProjects } from './recorded/projects.ts'
import { recordSignIn } from './recorded/sign-in.ts'
import { recordTaskParts } from './recorded/task-parts.ts'
import { recordTasks } from './recorded/tasks.ts'
import { recordTime } from './recorded/time.ts'

const METRICS_TOKEN = 'a-token-for-monitoring'
const services = await startBothServices({
  RATE_LIMIT: 'off',
  STORAGE_MAX_BYTES: '100000',
  DISK_MIN_FREE_MB: '0',
  METRICS_TOKEN,
})
const { app, environment } = services

const recording = recordAnswers(app, {
  varying: ['body.version', 'token', 'refresh_token', 'tookMs', 'byColumn.seconds', 'trend.week'],
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

/** Files of the web application, which these tests run without a build of. */
const builtFiles = ['/app', '/app/*', '/app/assets/*', '/app/color-scheme.js']

test('the service answers as recorded, and each route is among the answers', async () => {
  const scene = await setScene(services, recording)
  await recordPages(scene)
  await recordAdministration(scene)
  const project = await recordProjects(scene)
  const board = await recordBoards(scene, project)
  const task = await recordTasks(scene, project, board)
  await recordTaskParts(scene, { project, task })
  await recordTime(scene, { project, task })
  await recording.askForRefusals(nobody, scene.admin, /logout|retry|^\/app/)
  await recordNotifications(scene, { project, board, task })
  await recordMailQueue(scene)
  await recordSignIn(scene)
  recording.compareWith(new URL('recorded-answers.json', import.meta.url))
  recording.checkCoverage(builtFiles.map(path => `GET ${path}`))
})

async function recordPages({ ask, ann }: Scene) {
  const page = { headers: { accept: 'text/html' } }
  for (const path of ['/', '/docs', '/docs/tasks', '/healthz', '/readyz', '/metrics', '/assets/page.css'])
    await ask(nobody, `GET ${path}`)
  await ask({ name: 'monitor', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }, 'GET /metrics')
  await ask(nobody, 'GET /', undefined, page)
  await ask(nobody, 'GET /docs', undefined, { headers: { accept: 'text/html', 'accept-language': 'ru' } })
  await ask(nobody, 'GET /docs/nothing', undefined, page)
  await ask(nobody, 'GET /docs/nothing')
  await ask(nobody, 'GET /nothing/here')
  await ask(nobody, 'GET /%E0%A4%A')
  await ask(nobody, 'POST /healthz')
  await ask(nobody, 'PUT /project')
  await ask({ name: 'impostor', headers: { authorization: 'Bearer nonsense' } }, 'GET /project')
  await ask(ann, 'POST /project', 'text', { headers: { 'content-type': 'text/plain' } })
  await ask(ann, 'POST /project', { name: 'x'.repeat(1_200_000) })
  await ask(ann, 'POST /project', '{', { headers: { 'content-type': 'application/json' } })
}
