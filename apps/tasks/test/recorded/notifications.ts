import type { Caller } from '@atrium/testing/recorded-answers'
import { sql } from 'kysely'
import { type Frame, readStream } from '../event-stream.ts'
import { nobody, type Scene } from './actors.ts'
import type { Board } from './boards.ts'

interface Place {
  project: { id: number }
  board: Board
  task: { id: number }
}

export async function recordNotifications(scene: Scene, place: Place) {
  const { ask, ann, bob, stranger } = scene
  const { items } = (await ask(bob, 'GET /notification?limit=3')).json()
  await ask(bob, `GET /notification?unread=true&type=task.assigned&projectId=${place.project.id}`)
  await ask(stranger, `GET /notification?projectId=${place.project.id}`)
  await ask(bob, 'GET /notification?type=gossip')
  await ask(bob, 'GET /notification/unread-count')
  await ask(bob, `POST /notification/${items[0].id}/read`)
  await ask(ann, `POST /notification/${items[0].id}/read`)
  await ask(bob, 'POST /notification/999999/read')
  await ask(bob, 'POST /notification/read-all', { projectId: place.project.id })
  await ask(bob, 'POST /notification/read-all', {})
  await ask(bob, 'GET /notification/unread-count')
  await ask(ann, 'GET /notification/preferences')
  const changed = { mail: 'each', mutedTypes: ['task.completed'], mutedProjects: [place.project.id] }
  await ask(ann, 'PUT /notification/preferences', changed)
  await ask(ann, 'PUT /notification/preferences', { mail: 'often', mutedTypes: ['gossip'] })
  await recordStream(scene, place)
}

/** What a stream with a topic begins with, the changes it has missed, and those that come. */
async function recordStream(scene: Scene, { board, task }: Place) {
  const { services, ask, ann, bob, stranger } = scene
  const { app, deps, environment } = services
  const base = await app.listen({ host: 'localhost', port: Number(new URL(environment.TASKS_URL).port) })
  await ask(nobody, 'GET /events?token=unknown')
  await ask(nobody, `GET /events?token=${await streamToken(scene, stranger)}&topics=board:${board.id}`)
  await ask(nobody, `GET /events?token=${await streamToken(scene, bob)}&topics=everything`)

  // A replay goes back further than asked for, by the age of the changes: earlier ones are made too old for it.
  const { rows } = await sql<{
    first: number
  }>`update activity set created_at = created_at - interval '1 hour'
    where id < (select min(id) from activity where board_id = ${board.id})
    returning (select min(id) from activity where board_id = ${board.id}) as first`.execute(deps.db)
  const query = `topics=board:${board.id}&lastEventId=-${rows[0]?.first}`
  const stream = await readStream(`${base}/events?${query}&token=${await streamToken(scene, bob)}`)
  const untilNewest = async () => {
    const { changeId } = (await ask(bob, `GET /board/${board.id}/full?perColumn=0`)).json().item
    await stream.waitUntil(
      () => stream.messages().some(({ data }) => data.data.id === changeId),
      `change ${changeId}`,
    )
  }
  await ask(ann, `POST /task/${task.id}/move-to-column`, { columnId: board.toDo })
  await untilNewest()
  await ask(ann, `POST /task/${task.id}/comment`, { text: `Now, @[${bob.id}]` })
  await untilNewest()
  keepFrames(scene, `bob GET /events?${query}`, stream)

  const [{ id }] = (await ask(bob, 'GET /notification?limit=1')).json().items
  const resumed = `lastEventId=${id - 1}`
  const plain = await readStream(`${base}/events?${resumed}&token=${await streamToken(scene, bob)}`)
  await plain.waitForMessages(1)
  keepFrames(scene, `bob GET /events?${resumed}`, plain)
}

async function streamToken({ ask }: Scene, who: Caller): Promise<string> {
  return (await ask(who, 'GET /events/token')).json().token
}

/**
 * Without presence and heartbeats, whose time is not fixed. A change that is made while a stream opens may come twice:
 * it was missed, and it is new.
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
