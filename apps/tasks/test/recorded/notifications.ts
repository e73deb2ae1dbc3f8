import type { Caller } from '@atrium/testing/recorded-answers'
import { sql } from 'kysely'
import { type Frame, readStream } from '../event-stream.ts'
import { anonymous, type Scene } from './actors.ts'
import type { Board } from './boards.ts'

interface Place {
  project: { id: number }
  board: Board
  task: { id: number }
}

export async function recordNotifications(scene: Scene, place: Place) {
  const { send, ann, bob, stranger } = scene
  const { items } = (await send(bob, 'GET /notification?limit=3')).json()
  await send(bob, `GET /notification?unread=true&type=task.assigned&projectId=${place.project.id}`)
  await send(stranger, `GET /notification?projectId=${place.project.id}`)
  await send(bob, 'GET /notification?type=gossip')
  await send(bob, 'GET /notification/unread-count')
  await send(bob, `POST /notification/${items[0].id}/read`)
  await send(ann, `POST /notification/${items[0].id}/read`)
  await send(bob, 'POST /notification/999999/read')
  await send(bob, 'POST /notification/read-all', { projectId: place.project.id })
  await send(bob, 'POST /notification/read-all', {})
  await send(bob, 'GET /notification/unread-count')
  await send(ann, 'GET /notification/preferences')
  const changed = { mail: 'each', mutedTypes: ['task.completed'], mutedProjects: [place.project.id] }
  await send(ann, 'PUT /notification/preferences', changed)
  await send(ann, 'PUT /notification/preferences', { mail: 'often', mutedTypes: ['gossip'] })
  await recordStream(scene, place)
  await recordInbox(scene, place)
}

async function recordInbox({ send, ann, bob, stranger }: Scene, { project, task }: Place) {
  const { items } = (await send(bob, 'GET /inbox?limit=2')).json()
  const [{ id }] = items
  await send(bob, `GET /inbox?filter=mentions&projectId=${project.id}&limit=1`)
  await send(stranger, `GET /inbox?projectId=${project.id}`)
  await send(bob, 'GET /inbox?state=lost')
  await send(bob, `POST /inbox/${id}/read`)
  await send(ann, `POST /inbox/${id}/read`)
  await send(bob, `POST /inbox/${id}/snooze`, { until: '2020-01-01T09:00:00Z' })
  await send(bob, `POST /inbox/${id}/snooze`, { until: '2100-01-01T09:00:00Z' })
  await send(bob, 'GET /inbox?state=snoozed')
  await send(bob, `POST /inbox/${id}/reopen`)
  await send(bob, `POST /inbox/${id}/done`)
  await send(bob, 'POST /inbox/999999/done')
  await send(bob, 'GET /inbox?state=done&limit=1')
  await send(bob, 'POST /inbox/done', { filter: 'overdue' })
  await send(bob, 'POST /inbox/reopen', { doneAt: '2020-01-01T09:00:00Z' })
  await send(bob, `PUT /task/${task.id}/presence`, { activity: 'viewing' })
}

/** The first frames of a stream with a topic, the missed changes, and new ones. */
async function recordStream(scene: Scene, { board, task }: Place) {
  const { services, send, ann, bob, stranger } = scene
  const { app, deps, environment } = services
  const base = await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
  await send(anonymous, 'GET /events?token=unknown')
  await send(anonymous, `GET /events?token=${await streamToken(scene, stranger)}&topics=board:${board.id}`)
  await send(anonymous, `GET /events?token=${await streamToken(scene, bob)}&topics=everything`)

  // A replay starts earlier than requested, by age: make earlier changes too old for it.
  const { rows } = await sql<{
    first: number
  }>`update activity set created_at = created_at - interval '1 hour'
    where id < (select min(id) from activity where board_id = ${board.id})
    returning (select min(id) from activity where board_id = ${board.id}) as first`.execute(deps.db)
  const query = `topics=board:${board.id}&lastEventId=-${rows[0]?.first}`
  const stream = await readStream(`${base}/events?${query}&token=${await streamToken(scene, bob)}`)
  const waitForNewest = async () => {
    const { changeId } = (await send(bob, `GET /board/${board.id}/full?perColumn=0`)).json().item
    await stream.waitUntil(
      () => stream.messages().some(({ data }) => data.data.id === changeId),
      `change ${changeId}`,
    )
  }
  await send(ann, `POST /task/${task.id}/move-to-column`, { columnId: board.toDo })
  await waitForNewest()
  await send(ann, `POST /task/${task.id}/comment`, { text: `Now, @[${bob.id}]` })
  await waitForNewest()
  keepFrames(scene, `bob GET /events?${query}`, stream)

  const [{ id }] = (await send(bob, 'GET /notification?limit=1')).json().items
  const resumed = `lastEventId=${id - 1}`
  const plain = await readStream(`${base}/events?${resumed}&token=${await streamToken(scene, bob)}`)
  await plain.waitForMessages(1)
  keepFrames(scene, `bob GET /events?${resumed}`, plain)
}

async function streamToken({ send }: Scene, caller: Caller): Promise<string> {
  return (await send(caller, 'GET /events/token')).json().token
}

/**
 * Without presence and heartbeats, whose timing varies. A change made while a stream opens can arrive twice:
 * as a missed one and as a new one.
 */
function keepFrames({ keep }: Scene, request: string, stream: Awaited<ReturnType<typeof readStream>>) {
  const { response, frames, messages } = stream
  const isFirst = ({ event, comment }: Frame) => event !== 'message' && comment !== 'ping'
  const texts = messages().map(({ data }) => JSON.stringify(data))
  keep({
    request,
    route: 'GET /events',
    status: response.statusCode ?? 0,
    headers: {
      'content-type': response.headers['content-type'],
      'cache-control': response.headers['cache-control'],
    },
    body: [
      ...frames.filter(isFirst),
      ...messages().filter((_, index) => texts.indexOf(texts[index] ?? '') === index),
    ],
  })
  stream.close()
}
