import type { Scene } from './actors.ts'

export async function recordViews({ send, ann, bob, eve, stranger }: Scene, project: { id: number }) {
  const filter = encodeURIComponent('title ~ login and not overdue')
  await send(bob, `GET /task?filter=${filter}&today=2040-01-01`)
  await send(bob, `GET /task?filter=${encodeURIComponent('due < soon')}`)
  await send(stranger, `GET /task?filter=${encodeURIComponent(`project = ${project.id}`)}`)
  await send(bob, `GET /task/summary?projectId=${project.id}&groupBy=column`)
  await send(bob, `GET /task/csv?projectId=${project.id}&today=2040-01-01`)
  await send(bob, 'GET /task/summary?groupBy=size')
  const view = {
    projectId: project.id,
    name: 'Logins',
    filter: 'title ~ login',
    columns: [{ name: 'title', width: 320 }],
  }
  const { id } = (await send(bob, 'POST /view', { ...view, isShared: true })).json().item
  await send(bob, 'POST /view', { name: 'Everywhere', isShared: true })
  await send(bob, 'POST /view', { ...view, filter: '(' })
  await send(eve, `GET /view?projectId=${project.id}`)
  await send(eve, `PUT /view/${id}`, { name: 'x' })
  await send(ann, `PUT /view/${id}`, { name: 'Sign-in', orderBy: '-dueDate' })
  await send(bob, `DELETE /view/${id}`)
  await send(bob, `DELETE /view/${id}`)
  await send(bob, `GET /task/schedule?projectId=${project.id}&from=2026-01-01&to=2099-12-31`)
  await send(bob, 'GET /task/schedule?from=soon')
  await send(bob, `GET /task/schedule?projectId=${project.id}&dependencies=true`)
}
