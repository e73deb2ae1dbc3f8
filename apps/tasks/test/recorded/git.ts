import { createHmac } from 'node:crypto'
import { anonymous, type Scene } from './actors.ts'

interface Recorded {
  project: { id: number }
  task: { id: number }
}

export async function recordGit({ send, ann, bob, stranger }: Scene, { project, task }: Recorded) {
  const url = `/project/${project.id}/repository`
  const { id, secret } = (await send(ann, `POST ${url}`, { name: 'shop' })).json().item
  await send(ann, `POST ${url}`, { name: 'shop' })
  await send(bob, `POST ${url}`, { name: 'other' })
  await send(ann, `GET ${url}`)
  await send(bob, `GET ${url}`)
  const payload = JSON.stringify({ zen: 'Keep it logically awesome.' })
  const signature = createHmac('sha256', secret).update(payload).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'ping',
    'x-github-delivery': 'one',
    'x-hub-signature-256': `sha256=${signature}`,
  }
  await send(anonymous, `POST /hooks/git/${id}`, payload, { headers })
  const unsigned = { headers: { ...headers, 'x-hub-signature-256': 'sha256=00' } }
  await send(anonymous, `POST /hooks/git/${id}`, payload, unsigned)
  await send(bob, `GET /task/${task.id}/link`)
  await send(stranger, `GET /task/${task.id}/link`)
  await send(bob, `DELETE /repository/${id}`)
  await send(ann, `DELETE /repository/${id}`)
  await send(anonymous, `POST /hooks/git/${id}`, payload, { headers })
}
