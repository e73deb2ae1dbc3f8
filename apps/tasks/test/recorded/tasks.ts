import type { Scene } from './actors.ts'
import type { Board } from './boards.ts'

/** Answers the task that the next chapters work on. */
export async function recordTasks(scene: Scene, project: { id: number }, board: Board) {
  const { ask, ann, bob, eve, stranger } = scene
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
  const task = (await ask(ann, 'POST /task', fields, once)).json().item
  await ask(ann, 'POST /task', fields, once)
  await ask(ann, 'POST /task', { ...fields, title: 'Other' }, once)
  await ask(ann, 'POST /task', { title: 'Captured' })
  await ask(ann, 'POST /task', { title: 'On the first board', projectId: project.id })
  await ask(ann, 'POST /task', { title: ' ', dueDate: '2040-02-30', columnId: 0 })
  await ask(ann, 'POST /task', { ...fields, startDate: '2041-01-01' })
  await ask(ann, 'POST /task', { ...fields, assigneeId: stranger.id })
  await ask(eve, 'POST /task', fields)
  await ask(stranger, 'POST /task', fields)
  await ask(ann, 'POST /task', { title: 'x', boardId: 999999 })
  await ask(bob, `GET /task?projectId=${project.id}&assigneeId=me&search=login&orderBy=-dueDate`)
  await ask(bob, `GET /task?boardId=${board.id}&completed=false&overdue=false&orderBy=position`)
  await ask(bob, 'GET /task?assigneeId=you&deleted=perhaps&orderBy=mood&dueFrom=soon')
  await ask(eve, `GET /task/${task.id}`)
  await ask(stranger, `GET /task/${task.id}`)
  await ask(eve, 'GET /task/999999')
  await recordChanges(scene, task, board)
  await recordMoves(scene, task, board)
  await recordTrash(scene, board)
  await ask(eve, `GET /board/${board.id}/full`)
  await ask(eve, `GET /board/${board.id}/full?perColumn=1`)
  await ask(stranger, `GET /board/${board.id}/full`)
  return task as { id: number }
}

async function recordChanges({ ask, ann, bob, eve, stranger }: Scene, task: { id: number }, board: Board) {
  const url = `/task/${task.id}`
  await ask(bob, `PUT ${url}`, { title: 'Fix the login', dueDate: null, version: 1 })
  await ask(ann, `PUT ${url}`, { title: 'Fix logging in', version: 1 })
  await ask(ann, `PUT ${url}`, { estimateSeconds: -1, unknown: true })
  await ask(ann, `PUT ${url}`, { columnId: 999999 })
  await ask(eve, `PUT ${url}`, { title: 'Mine' })
  await ask(ann, `PUT ${url}`, { columnId: board.inProgress, startDate: null })
  await ask(ann, `POST ${url}/assign`, { assigneeId: null })
  await ask(ann, `POST ${url}/assign`, { assigneeId: eve.id })
  await ask(ann, `POST ${url}/assign`, { assigneeId: stranger.id })
  await ask(ann, `POST ${url}/assign`, { assigneeId: bob.id })
  await ask(eve, `POST ${url}/assign`, { assigneeId: null })
}

async function recordMoves({ ask, ann, bob, eve }: Scene, task: { id: number }, board: Board) {
  const url = `/task/${task.id}/move-to-column`
  const other = (await ask(bob, 'POST /task', { title: 'Second', columnId: board.done })).json().item
  await ask(bob, `POST ${url}`, { columnId: board.done, beforeTaskId: other.id })
  await ask(bob, `POST ${url}`, { columnId: board.toDo, afterTaskId: other.id })
  await ask(bob, `POST ${url}`, { columnId: 999999 })
  await ask(bob, `POST ${url}`, { columnId: board.toDo, version: 1 })
  await ask(eve, `POST ${url}`, { columnId: board.toDo })
  await ask(ann, `PUT /board/column/${board.inProgress}`, { wipLimit: 1 })
  await ask(bob, `POST /task/${other.id}/move-to-column`, { columnId: board.inProgress })
  await ask(bob, `POST ${url}`, { columnId: board.inProgress })
  await ask(bob, `POST ${url}`, { columnId: board.inProgress, force: true })
  await ask(ann, `PUT /board/column/${board.inProgress}`, { wipLimit: null })
}

async function recordTrash({ ask, ann, bob, eve }: Scene, board: Board) {
  const { id } = (await ask(bob, 'POST /task', { title: 'Mistake', columnId: board.toDo })).json().item
  await ask(eve, `DELETE /task/${id}`)
  await ask(bob, `POST /task/${id}/restore`)
  await ask(bob, `DELETE /task/${id}`)
  await ask(bob, `DELETE /task/${id}`)
  await ask(bob, `GET /task/${id}`)
  await ask(bob, `PUT /task/${id}`, { title: 'Later' })
  await ask(bob, `POST /task/${id}/comment`, { text: 'Why?' })
  await ask(bob, 'GET /task?deleted=true')
  await ask(bob, `POST /task/${id}/restore`)
  await ask(bob, `DELETE /task/${id}/hard`)
  await ask(ann, `DELETE /task/${id}/hard`)
  await ask(ann, `DELETE /task/${id}/hard`)
}
