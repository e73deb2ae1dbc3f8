import type { Scene } from './actors.ts'

interface Column {
  id: number
}

/** Returns the board that the next recordings use. */
export async function recordBoards(scene: Scene, project: { id: number }) {
  const { send, ann, bob, eve, stranger } = scene
  const url = `/project/${project.id}/board`
  const board = (await send(ann, `POST ${url}`, { name: 'Work', description: 'All of it' })).json().item
  const named = { name: 'Plans', columns: ['Ideas', 'Chosen', 'Shipped'], doneColumn: 'Shipped' }
  const plans = (await send(ann, `POST ${url}`, named)).json().item
  await send(ann, `POST ${url}`, { name: '', columns: [], doneColumn: 'Nowhere' })
  await send(ann, `POST ${url}`, { name: 'x', columns: ['A', 'B'], doneColumn: 'C' })
  await send(bob, `POST ${url}`, { name: 'Mine' })
  await send(eve, `GET ${url}?orderBy=-name`)
  await send(stranger, `GET ${url}`)
  await send(eve, `GET /board/${board.id}`)
  await send(stranger, `GET /board/${board.id}`)
  await send(ann, `PUT /board/${plans.id}`, { name: 'Roadmap', beforeBoardId: board.id })
  await send(ann, `PUT /board/${plans.id}`, { afterBoardId: 999999 })
  await send(bob, `PUT /board/${plans.id}`, { name: 'Mine' })
  await recordColumns(scene, plans)
  await send(ann, `DELETE /board/${plans.id}`)
  await send(ann, `GET /board/${plans.id}`)
  await send(ann, `DELETE /board/${plans.id}`)
  await send(eve, `GET ${url}?deleted=all`)
  await send(bob, `POST /board/${plans.id}/restore`)
  await send(ann, `POST /board/${plans.id}/restore`)
  await send(ann, `POST /board/${plans.id}/restore`)
  await send(eve, `PUT /board/${board.id}/star`)
  await send(stranger, `PUT /board/${board.id}/star`)
  await send(eve, 'GET /navigation')
  await send(eve, `DELETE /board/${board.id}/star`)
  const [toDo, inProgress, done] = (board.columns as Column[]).map(({ id }) => id) as [number, number, number]
  return { id: board.id as number, toDo, inProgress, done, otherBoard: plans.id as number }
}

export type Board = Awaited<ReturnType<typeof recordBoards>>

async function recordColumns({ send, ann, bob, eve }: Scene, board: { id: number; columns: Column[] }) {
  const url = `/board/${board.id}/column`
  const [first, second, third] = board.columns.map(({ id }) => id)
  const added = (
    await send(ann, `POST ${url}`, { title: 'Review', wipLimit: 2, afterColumnId: first })
  ).json().item
  await send(ann, `POST ${url}`, { title: '', wipLimit: 0 })
  await send(bob, `POST ${url}`, { title: 'Mine' })
  await send(eve, `GET ${url}`)
  await send(eve, `GET ${url}?orderBy=-title&limit=2`)
  await send(ann, `POST ${url}/reorder`, { columnIds: [third, second, first, added.id] })
  await send(ann, `POST ${url}/reorder`, { columnIds: [third, second] })
  await send(eve, `POST ${url}/reorder`, { columnIds: [third] })
  await send(ann, `PUT /board/column/${added.id}`, { title: 'Check', wipLimit: null, beforeColumnId: third })
  await send(ann, `PUT /board/column/${added.id}`, { isDone: 'yes' })
  await send(bob, `PUT /board/column/${added.id}`, { title: 'Mine' })
  const task = (await send(ann, 'POST /task', { title: 'In the way', columnId: added.id })).json().item
  await send(ann, `DELETE /board/column/${added.id}`)
  await send(ann, `DELETE /board/column/${added.id}?moveTo=${added.id}`)
  await send(bob, `DELETE /board/column/${added.id}`)
  await send(ann, `DELETE /board/column/${added.id}?moveTo=${first}`)
  await send(ann, `DELETE /board/column/${added.id}`)
  await send(ann, `DELETE /task/${task.id}/hard`)
}
