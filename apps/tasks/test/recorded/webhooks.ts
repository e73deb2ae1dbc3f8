import type { Scene } from './actors.ts'

export async function recordWebhooks({ send, ann, eve, stranger }: Scene, project: { id: number }) {
  const list = `/project/${project.id}/webhook`
  const url = 'https://receiver.invalid/hook'
  const { item } = (await send(ann, `POST ${list}`, { url, types: ['task.*', 'comment.created'] })).json()
  await send(ann, `POST ${list}`, {
    url,
    types: ['task.created'],
    format: 'slack',
    isEnabled: false,
    language: 'ru',
  })
  await send(ann, `POST ${list}`, { url, types: ['task.nothing'] })
  await send(ann, `POST ${list}`, { url: 'https://10.0.0.1/', types: ['task.*'] })
  await send(eve, `POST ${list}`, { url, types: ['task.*'] })
  await send(ann, `GET ${list}`)
  await send(stranger, `GET ${list}`)
  await send(ann, `GET /webhook/${item.id}`)
  await send(ann, `PUT /webhook/${item.id}`, { types: ['task.completed'] })
  await send(ann, `PUT /webhook/${item.id}`, { url: 'http://receiver.invalid/' })
  await send(ann, `POST /webhook/${item.id}/rotate-secret`)
  await send(ann, `POST /webhook/${item.id}/test`)
  const [delivery] = (await send(ann, `GET /webhook/${item.id}/delivery`)).json().items
  await send(ann, `POST /webhook/delivery/${delivery.id}/resend`)
  await send(ann, `PUT /webhook/${item.id}`, { isEnabled: false })
  await send(ann, `POST /webhook/delivery/${delivery.id}/resend`)
  await send(ann, `DELETE /webhook/${item.id}`)
}
