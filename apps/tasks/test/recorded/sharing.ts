import { createECDH } from 'node:crypto'
import { anonymous, type Scene } from './actors.ts'

export async function recordSharing({ send, ann, bob, stranger }: Scene, board: { id: number }) {
  const list = `/board/${board.id}/share`
  const { id, url } = (
    await send(ann, `POST ${list}`, { password: 'open sesame', showsComments: true })
  ).json().item
  const { pathname } = new URL(url)
  await send(ann, `POST ${list}`, { endsAt: 'soon' })
  await send(bob, `POST ${list}`, {})
  await send(ann, `GET ${list}`)
  await send(stranger, `GET ${list}`)
  await send(anonymous, `GET ${pathname}`)
  await send(anonymous, `GET ${pathname}/board`)
  await send(anonymous, `POST ${pathname}`, { password: 'wrong' })
  await send(anonymous, `POST ${pathname}`, { password: 'open sesame' })
  await send(anonymous, `GET ${pathname}/file/999999`)
  const open = new URL((await send(ann, `POST ${list}`, {})).json().item.url).pathname
  await send(anonymous, `GET ${open}`)
  await send(anonymous, `GET ${open}/board`)
  await send(anonymous, `GET ${open}/file/999999`)
  await send(bob, `DELETE /share/${id}`)
  await send(ann, `DELETE /share/${id}`)
  await send(anonymous, `GET ${pathname}/board`)
}

export async function recordPush({ send, bob }: Scene) {
  const address = '/notification/push-subscription'
  await send(bob, `GET ${address}`)
  const endpoint = 'https://fcm.googleapis.com/fcm/send/one'
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
  await send(bob, `PUT ${address}`, { endpoint, keys })
  await send(bob, `PUT ${address}`, { endpoint, keys: { ...keys, auth: 'AAAA' } })
  await send(bob, `PUT ${address}`, { endpoint: 'https://push.invalid/one', keys })
  await send(bob, `DELETE ${address}`, { endpoint })
}
