import type { Scene } from './actors.ts'

interface Column {
  id: number
}

/** Answers the board that the next chapters work on. */
export async function recordBoards(scene: Scene, project: { id: number }) {
  const { ask, ann, bob, eve, stranger } = scene
  const url = `/project/${project.id}/board`
  const board = (await ask(ann, `POST ${url}`, { name: 'Work', description: 'All of it' })).json().item
  const named = { name: 'Plans', columns: ['Ideas', 'Chosen', 'Shipped'], doneColumn: 'Shipped' }
  const plans = (await ask(ann, `POST ${url}`, named)).json().item
  await ask(ann, `POST ${url}`, { name: '', columns: [], doneColumn: 'Nowhere' })
  await ask(ann, `POST ${url}`, { name: 'x', columns: ['A', 'B'], doneColumn: 'C' })
  await ask(bob, `POST ${url}`, { name: 'Mine' })
  await ask(eve, `GET ${url}?orderBy=-name`)
  await ask(stranger, `GET ${url}`)
  await ask(eve, `GET /board/${board.id}`)
  await ask(stranger, `GET /board/${board.id}`)
  await ask(ann, `PUT /board/${plans.id}`, { name: 'Roadmap', beforeBoardId: board.id })
  await ask(ann, `PUT /board/${plans.id}`, { afterBoardId: 999999 })
  await ask(bob, `PUT /board/${plans.id}`, { name: 'Mine' })
  await recordColumns(scene, plans)
  await ask(ann, `DELETE /board/${plans.id}`)
  await ask(ann, `GET /board/${plans.id}`)
  await ask(ann, `DELETE /board/${plans.id}`)
  await ask(eve, `GET ${url}?deleted=all`)
  await ask(bob, `POST /board/${plans.id}/restore`)
  await ask(ann, `POST /board/${plans.id}/restore`)
  await ask(ann, `POST /board/${plans.id}/restore`)
  const [toDo, inProgress, done] = (board.columns as Column[]).map(({ id }) => id) as [number, number, number]
  return { id: board.id as number, toDo, inProgress, done, otherBoard: plans.id as number }
}

export type Board = Awaited<ReturnType<typeof recordBoards>>

async function recordColumns({ ask, ann, bob, eve }: Scene, board: { id: number; columns: Column[] }) {
  const url = `/board/${board.id}/column`
  const [first, second, third] = board.columns.map(({ id }) => id)
  const added = (await ask(ann, `POST ${url}`, { title: 'Review', wipLimit: 2, afterColumnId: first })).json()
    .item
  await ask(ann, `POST ${url}`, { title: '', wipLimit: 0 })
  await ask(bob, `POST ${url}`, { title: 'Mine' })
  await ask(eve, `GET ${url}`)
  await ask(eve, `GET ${url}?orderBy=-title&limit=2`)
  await ask(ann, `POST ${url}/reorder`, { columnIds: [third, second, first, added.id] })
  await ask(ann, `POST ${url}/reorder`, { columnIds: [third, second] })
  await ask(eve, `POST ${url}/reorder`, { columnIds: [third] })
  await ask(ann, `PUT /board/column/${added.id}`, { title: 'Check', wipLimit: null, beforeColumnId: third })
  await ask(ann, `PUT /board/column/${added.id}`, { isDone: 'yes' })
  await ask(bob, `PUT /board/column/${added.id}`, { title: 'Mine' })
  const task = (await ask(ann, 'POST /task', { title: 'In the way', columnId: added.id })).json().item
  await ask(ann, `DELETE /board/column/${added.id}`)
  await ask(ann, `DELETE /board/column/${added.id}?moveTo=${added.id}`)
  await ask(bob, `DELETE /board/column/${added.id}`)
  await ask(ann, `DELETE /board/column/${added.id}?moveTo=${first}`)
  await ask(ann, `DELETE /board/column/${added.id}`)
  await ask(ann, `DELETE /task/${task.id}/hard`)
}
