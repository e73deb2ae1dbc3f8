import type { Scene } from './actors.ts'

export async function recordAssignees({ send, ann, bob, stranger }: Scene, project: { id: number }) {
  const both = [bob.id, ann.id]
  const created = await send(ann, 'POST /task', {
    title: 'Together',
    projectId: project.id,
    assigneeIds: both,
  })
  const { id } = created.json().item
  await send(ann, `PUT /task/${id}`, { assigneeIds: both, assigneeId: ann.id })
  await send(ann, `PUT /task/${id}`, { assigneeIds: [bob.id, stranger.id] })
  await send(ann, `POST /task/${id}/assign`, { assigneeId: ann.id })
  const bulk = await send(ann, 'POST /task/bulk', { ids: [id], change: { addAssigneeIds: [bob.id] } })
  await send(ann, `POST /task/bulk/${bulk.json().item.id}/undo`)
  await send(ann, 'POST /task/bulk', {
    ids: [id],
    change: { removeAssigneeIds: [ann.id], assigneeId: bob.id },
  })
  await send(ann, `GET /task/${id}/activity`)
}
