import type { Scene } from './actors.ts'

interface Place {
  project: { id: number }
  task: { id: number }
}

const morning = '2024-03-05T09:00:00Z'

export async function recordTime(scene: Scene, { project, task }: Place) {
  await recordTimer(scene, task)
  const { send, ann, bob, eve, stranger } = scene
  const worked = { taskId: task.id, startedAt: morning, duration: 3600, note: 'Reading' }
  const { id } = (await send(bob, 'POST /time-interval', worked)).json().item
  await send(bob, 'POST /time-interval', { ...worked, duration: undefined, endedAt: '2024-03-05T09:30:00Z' })
  await send(bob, 'POST /time-interval', { ...worked, startedAt: '2099-01-01T00:00:00Z' })
  await send(bob, 'POST /time-interval', { taskId: task.id, startedAt: 'today', duration: 0 })
  await send(eve, 'POST /time-interval', worked)
  await send(stranger, 'POST /time-interval', worked)
  await send(bob, `GET /time-interval?taskId=${task.id}&to=2025-01-01&orderBy=id`)
  await send(eve, `GET /time-interval?userId=${bob.id}`)
  await send(stranger, `GET /time-interval?projectId=${project.id}`)
  await send(bob, 'GET /time-interval?running=perhaps&from=soon')
  await send(bob, `PUT /time-interval/${id}`, { duration: 5400, note: null })
  await send(bob, `PUT /time-interval/${id}`, { endedAt: '2024-03-05T08:00:00Z' })
  await send(eve, `PUT /time-interval/${id}`, { note: 'Mine' })
  await send(bob, 'GET /time-interval/daily-summary?date=2024-03-05&timeZone=Europe/Berlin')
  await send(bob, 'GET /time-interval/daily-summary?date=2024-03-35&timeZone=Mars/Base')
  await send(stranger, `GET /time-interval/daily-summary?date=2024-03-05&userId=${bob.id}`)
  await send(eve, `GET /task/${task.id}/time-summary?timeZone=America/New_York`)
  await send(stranger, `GET /task/${task.id}/time-summary`)
  const report = `/project/${project.id}/time-report`
  const month = 'from=2024-03-01&to=2024-03-31&timeZone=UTC'
  await send(ann, `GET ${report}?${month}`)
  await send(ann, `GET ${report}?${month}&groupBy=user,day`)
  await send(ann, `GET ${report}?${month}&format=csv`)
  await send(eve, `GET ${report}?${month}`)
  await send(ann, `GET ${report}?from=2024-03-31&to=2024-03-01&groupBy=mood`)
  await send(stranger, `GET ${report}`)
  await send(ann, `DELETE /time-interval/${id}`)
  await send(bob, `DELETE /time-interval/${id}`)
  await send(bob, `DELETE /time-interval/${id}`)
}

async function recordTimer({ services: { deps }, send, bob, eve }: Scene, task: { id: number }) {
  const other = (await send(bob, 'POST /task', { title: 'Something else' })).json().item
  await send(bob, 'GET /time-interval/running')
  await send(bob, 'POST /time-interval/stop', { taskId: task.id })
  await send(bob, 'POST /time-interval/start', { taskId: task.id, note: 'First try' })
  await send(bob, 'POST /time-interval/start', { taskId: task.id })
  await send(bob, 'GET /time-interval/running')
  await send(bob, 'GET /users/me')
  const started = deps.now()
  deps.now = () => new Date(started.getTime() + 90_000)
  await send(bob, 'POST /time-interval/start', { taskId: other.id })
  await send(bob, 'POST /time-interval/stop', { taskId: task.id })
  await send(bob, 'POST /time-interval/stop', { taskId: other.id })
  await send(eve, 'POST /time-interval/start', { taskId: task.id })
  await send(bob, 'POST /time-interval/start', { taskId: 999999 })
}
