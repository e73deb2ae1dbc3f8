import type { Scene } from './actors.ts'
import type { Board } from './boards.ts'

interface Place {
  project: { id: number }
  board: Board
  task: { id: number }
}

export async function recordTaskActions(scene: Scene, place: Place) {
  await recordReactions(scene, place)
  await recordWatchers(scene, place)
  await recordTransfers(scene, place.project, place.board)
}

async function recordReactions({ send, ann, bob, eve }: Scene, { task }: Place) {
  const url = `/task/${task.id}/comment`
  const { id } = (await send(bob, `POST ${url}`, { text: 'Shall we?' })).json().item
  const reaction = (comment: number, emoji: string) =>
    `/comment/${comment}/reaction/${encodeURIComponent(emoji)}`
  await send(ann, `PUT ${reaction(id, '👍')}`)
  await send(bob, `PUT ${reaction(id, '👍')}`)
  await send(bob, `PUT ${reaction(id, 'ok')}`)
  await send(eve, `PUT ${reaction(id, '👍')}`)
  await send(ann, `PUT ${reaction(999999, '👍')}`)
  await send(eve, `GET ${url}?orderBy=id`)
  await send(bob, `DELETE ${reaction(id, '👍')}`)
  await send(bob, `DELETE ${reaction(id, '👍')}`)
}

async function recordWatchers({ send, ann, eve, stranger }: Scene, { task }: Place) {
  const url = `/task/${task.id}/watch`
  await send(eve, `GET ${url}`)
  await send(eve, `PUT ${url}`)
  await send(ann, `DELETE ${url}`)
  await send(stranger, `PUT ${url}`)
  await send(eve, `DELETE ${url}`)
  await send(ann, `PUT ${url}`)
}

async function recordTransfers(
  { send, ann, bob, eve, stranger }: Scene,
  project: { id: number },
  board: Board,
) {
  const { id } = (await send(ann, 'POST /task', { title: 'Template', columnId: board.toDo })).json().item
  await send(ann, `POST /task/${id}/duplicate`, {})
  await send(ann, `POST /task/${id}/duplicate`, { title: 'Second copy', dates: false, assignee: false })
  await send(ann, `POST /task/${id}/duplicate`, { title: '', comments: true })
  await send(eve, `POST /task/${id}/duplicate`, {})
  const elsewhere = (await send(ann, 'POST /project', { name: 'Elsewhere' })).json().item
  await send(ann, `POST /task/${id}/move-to-project`, { projectId: elsewhere.id })
  await send(ann, `POST /project/${elsewhere.id}/board`, { name: 'There' })
  await send(bob, `POST /task/${id}/move-to-project`, { projectId: elsewhere.id })
  await send(ann, `POST /task/${id}/move-to-project`, { projectId: project.id })
  await send(ann, `POST /task/${id}/move-to-project`, { projectId: elsewhere.id, columnId: board.toDo })
  await send(ann, `POST /task/${id}/move-to-project`, { projectId: elsewhere.id })
  await send(bob, `GET /task/${id}`)
  await send(stranger, `POST /task/${id}/move-to-project`, { projectId: project.id })
  await send(ann, `POST /task/${id}/move-to-project`, { projectId: project.id, boardId: board.id })
  await send(ann, `DELETE /task/${id}/hard`)
}
