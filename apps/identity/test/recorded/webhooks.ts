import type { Scene } from './actors.ts'

export async function recordWebhooks({ send, owner, ann }: Scene) {
  const url = 'https://receiver.invalid/hook'
  const { item } = (await send(owner, 'POST /webhooks', { url, types: ['user.*', 'role.changed'] })).json()
  await send(owner, 'POST /webhooks', { url, types: ['task.created'] })
  await send(owner, 'POST /webhooks', { url: 'https://10.0.0.1/', types: ['user.*'] })
  await send(ann, 'POST /webhooks', { url, types: ['user.*'] })
  await send(owner, 'GET /webhooks')
  await send(owner, `GET /webhooks/${item.id}`)
  await send(owner, `PUT /webhooks/${item.id}`, { format: 'slack', language: 'ru' })
  await send(owner, `POST /webhooks/${item.id}/rotate-secret`)
  await send(owner, `POST /webhooks/${item.id}/test`)
  const [delivery] = (await send(owner, `GET /webhooks/${item.id}/delivery`)).json().items
  await send(owner, `POST /webhooks/delivery/${delivery.id}/resend`)
  await send(owner, `PUT /webhooks/${item.id}`, { isEnabled: false })
  await send(owner, `POST /webhooks/delivery/${delivery.id}/resend`)
  await send(owner, `DELETE /webhooks/${item.id}`)
}
