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
  await recordRecurrence(scene, place.board)
  await recordSubtasks(scene, place)
  await recordRelations(scene, place)
  await recordBulkChanges(scene, place.board)
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

export async function recordVotes({ send, ann, eve, stranger }: Scene, { task }: Pick<Place, 'task'>) {
  const url = `/task/${task.id}/vote`
  await send(eve, `PUT ${url}`)
  await send(ann, `PUT ${url}`)
  await send(ann, `GET ${url}`)
  await send(stranger, `PUT ${url}`)
  await send(eve, `DELETE ${url}`)
  await send(eve, `DELETE ${url}`)
  await send(ann, `DELETE ${url}`)
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

async function recordRecurrence({ send, ann, eve, stranger }: Scene, board: Board) {
  const weekly = { title: 'Weekly report', columnId: board.toDo, dueDate: '2099-01-05' }
  const { id } = (await send(ann, 'POST /task', weekly)).json().item
  const url = `/task/${id}/recurrence`
  await send(ann, `GET ${url}`)
  await send(ann, `PUT ${url}`, { rule: 'FREQ=WEEKLY;COUNT=10', timeZone: 'Europe/Berlin', leadDays: 2 })
  await send(ann, `PUT ${url}`, { rule: 'FREQ=SOMETIMES', timeZone: 'Mars' })
  await send(ann, `PUT ${url}`, { rule: 'FREQ=DAILY;UNTIL=20200101' })
  await send(eve, `PUT ${url}`, { rule: 'FREQ=DAILY' })
  await send(eve, `GET ${url}`)
  await send(stranger, `GET ${url}`)
  await send(ann, `POST ${url}/skip`, {})
  await send(ann, `POST ${url}/skip`, { date: '2099-01-13' })
  await send(ann, `POST ${url}/unskip`, { date: '2099-01-12' })
  await send(ann, `POST ${url}/unskip`, { date: '2099-01-12' })
  await send(ann, `PUT ${url}`, { rule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion', timeZone: 'UTC' })
  await send(ann, `GET /task/${id}/activity`)
  await send(ann, `DELETE ${url}`)
  await send(ann, `DELETE ${url}`)
  await send(ann, `DELETE /task/${id}/hard`)
}

async function recordSubtasks({ send, bob, eve, stranger }: Scene, { task }: Place) {
  const child = (await send(bob, 'POST /task', { title: 'A part', parentId: task.id })).json().item
  await send(bob, 'POST /task', { title: 'A part', parentId: 999999 })
  await send(bob, `PUT /task/${task.id}`, { parentId: child.id })
  await send(eve, `GET /task/${task.id}/subtask`)
  await send(eve, `GET /task/${child.id}/subtask?all=true`)
  await send(stranger, `GET /task/${task.id}/subtask`)
  const item = (await send(bob, `POST /task/${task.id}/checklist`, { title: 'Split' })).json().item
  await send(eve, `POST /checklist/${item.id}/convert`, {})
  await send(bob, `POST /checklist/${item.id}/convert`, {})
  await send(bob, `POST /checklist/${item.id}/convert`, {})
  await send(bob, `PUT /task/${child.id}`, { parentId: null })
}

async function recordRelations({ send, bob, eve, stranger }: Scene, { task }: Place) {
  const url = `/task/${task.id}/relation`
  const other = (await send(bob, 'POST /task', { title: 'Before it', parentId: task.id })).json().item
  const { id } = (await send(bob, `POST ${url}`, { type: 'blockedBy', taskId: other.id })).json().item
  await send(bob, `POST ${url}`, { type: 'blockedBy', taskId: other.id })
  await send(bob, `POST ${url}`, { type: 'follows', taskId: 999999 })
  await send(bob, `POST ${url}`, { type: 'relatesTo', taskId: task.id })
  await send(bob, `POST ${url}`, { type: 'relatesTo', taskId: 999999 })
  await send(eve, `POST ${url}`, { type: 'relatesTo', taskId: other.id })
  await send(eve, `GET ${url}`)
  await send(stranger, `GET ${url}`)
  await send(eve, `GET /task/${task.id}`)
  await send(bob, `DELETE ${url}/${id}`)
  await send(bob, `DELETE ${url}/${id}`)
}

async function recordBulkChanges({ send, bob, eve, stranger }: Scene, board: Board) {
  const create = async (title: string) =>
    (await send(bob, 'POST /task', { title, columnId: board.toDo })).json().item.id as number
  const ids = [await create('One of many'), await create('Another of many')]
  const { item } = (
    await send(bob, 'POST /task/bulk', { ids: [...ids, 999999], change: { dueDate: '2026-03-01' } })
  ).json()
  await send(bob, 'POST /task/bulk', { ids, change: { columnId: 999999 } })
  await send(bob, 'POST /task/bulk', { ids, change: { shiftDays: 1, dueDate: null } })
  await send(bob, 'POST /task/bulk', { ids, change: {} })
  await send(eve, 'POST /task/bulk', { ids, change: { isDeleted: true } })
  await send(stranger, 'POST /task/bulk', { ids, change: { isDeleted: true } })
  await send(eve, `POST /task/bulk/${item.id}/undo`)
  await send(bob, `POST /task/bulk/${item.id}/undo`)
  await send(bob, `POST /task/bulk/${item.id}/undo`)
  await send(bob, 'POST /task/bulk', { ids, change: { isDeleted: true } })
}
