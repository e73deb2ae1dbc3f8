import { anonymous, type Scene } from './actors.ts'

export async function recordCalendars({ send, bob, stranger }: Scene, project: { id: number }) {
  const { id, url } = (await send(stranger, 'POST /calendar-feed', { kind: 'mine' })).json().item
  const { pathname } = new URL(url)
  await send(bob, 'POST /calendar-feed', { kind: 'project', projectId: project.id })
  await send(stranger, 'POST /calendar-feed', { kind: 'project', projectId: project.id })
  await send(bob, 'POST /calendar-feed', { kind: 'view' })
  await send(stranger, 'GET /calendar-feed')
  await send(anonymous, `GET ${pathname}`)
  await send(bob, `DELETE /calendar-feed/${id}`)
  await send(stranger, `DELETE /calendar-feed/${id}`)
  await send(anonymous, `GET ${pathname}`)
}
