import type { Scene } from './actors.ts'
import type { Board } from './boards.ts'

/** Returns the task that the next recordings use. */
export async function recordTasks(scene: Scene, project: { id: number }, board: Board) {
  const { send, ann, bob, eve, stranger } = scene
  const fields = {
    title: 'Fix login',
    description: 'It *fails*',
    columnId: board.toDo,
    assigneeId: bob.id,
    startDate: '2040-01-01',
    dueDate: '2040-02-29',
    estimateSeconds: 7200,
    priorityId: 3,
  }
  const once = { headers: { 'idempotency-key': 'create-1' } }
  const task = (await send(ann, 'POST /task', fields, once)).json().item
  await send(ann, 'POST /task', fields, once)
  await send(ann, 'POST /task', { ...fields, title: 'Other' }, once)
  await send(ann, 'POST /task', { title: 'Captured' })
  await send(ann, 'POST /task', { title: 'On the first board', projectId: project.id })
  await send(ann, 'POST /task', { title: ' ', dueDate: '2040-02-30', columnId: 0 })
  await send(ann, 'POST /task', { ...fields, startDate: '2041-01-01' })
  await send(ann, 'POST /task', { ...fields, assigneeId: stranger.id })
  await send(eve, 'POST /task', fields)
  await send(stranger, 'POST /task', fields)
  await send(ann, 'POST /task', { title: 'x', boardId: 999999 })
  await send(bob, `GET /task?projectId=${project.id}&assigneeId=me&search=login&orderBy=-dueDate`)
  await send(bob, `GET /task?boardId=${board.id}&completed=false&overdue=false&orderBy=position`)
  await send(bob, 'GET /task?assigneeId=you&deleted=perhaps&orderBy=mood&dueFrom=soon')
  await send(eve, `GET /task/${task.id}`)
  await send(stranger, `GET /task/${task.id}`)
  await send(eve, 'GET /task/999999')
  await recordChanges(scene, task, board)
  await recordMoves(scene, task, board)
  await recordTrash(scene, board)
  await send(eve, `GET /board/${board.id}/full`)
  await send(eve, `GET /board/${board.id}/full?perColumn=1`)
  await send(stranger, `GET /board/${board.id}/full`)
  return task as { id: number }
}

async function recordChanges({ send, ann, bob, eve, stranger }: Scene, task: { id: number }, board: Board) {
  const url = `/task/${task.id}`
  await send(bob, `PUT ${url}`, { title: 'Fix the login', dueDate: null, version: 1 })
  await send(ann, `PUT ${url}`, { title: 'Fix logging in', version: 1 })
  await send(ann, `PUT ${url}`, { estimateSeconds: -1, unknown: true })
  await send(ann, `PUT ${url}`, { columnId: 999999 })
  await send(eve, `PUT ${url}`, { title: 'Mine' })
  await send(ann, `PUT ${url}`, { columnId: board.inProgress, startDate: null })
  await send(ann, `POST ${url}/assign`, { assigneeId: null })
  await send(ann, `POST ${url}/assign`, { assigneeId: eve.id })
  await send(ann, `POST ${url}/assign`, { assigneeId: stranger.id })
  await send(ann, `POST ${url}/assign`, { assigneeId: bob.id })
  await send(eve, `POST ${url}/assign`, { assigneeId: null })
}

async function recordMoves({ send, ann, bob, eve }: Scene, task: { id: number }, board: Board) {
  const url = `/task/${task.id}/move-to-column`
  const other = (await send(bob, 'POST /task', { title: 'Second', columnId: board.done })).json().item
  await send(bob, `POST ${url}`, { columnId: board.done, beforeTaskId: other.id })
  await send(bob, `POST ${url}`, { columnId: board.toDo, afterTaskId: other.id })
  await send(bob, `POST ${url}`, { columnId: 999999 })
  await send(bob, `POST ${url}`, { columnId: board.toDo, version: 1 })
  await send(eve, `POST ${url}`, { columnId: board.toDo })
  await send(ann, `PUT /board/column/${board.inProgress}`, { wipLimit: 1 })
  await send(bob, `POST /task/${other.id}/move-to-column`, { columnId: board.inProgress })
  await send(bob, `POST ${url}`, { columnId: board.inProgress })
  await send(bob, `POST ${url}`, { columnId: board.inProgress, force: true })
  await send(ann, `PUT /board/column/${board.inProgress}`, { wipLimit: null })
}

async function recordTrash({ send, ann, bob, eve }: Scene, board: Board) {
  const { id } = (await send(bob, 'POST /task', { title: 'Mistake', columnId: board.toDo })).json().item
  await send(eve, `DELETE /task/${id}`)
  await send(bob, `POST /task/${id}/restore`)
  await send(bob, `DELETE /task/${id}`)
  await send(bob, `DELETE /task/${id}`)
  await send(bob, `GET /task/${id}`)
  await send(bob, `PUT /task/${id}`, { title: 'Later' })
  await send(bob, `POST /task/${id}/comment`, { text: 'Why?' })
  await send(bob, 'GET /task?deleted=true')
  await send(bob, `POST /task/${id}/restore`)
  await send(bob, `DELETE /task/${id}/hard`)
  await send(ann, `DELETE /task/${id}/hard`)
  await send(ann, `DELETE /task/${id}/hard`)
}
