import { createServer } from 'node:http'
import { after } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import type { Identity } from '../identity-service.ts'

/** A task service that knows invitations, by their tickets, and nothing else. */
export async function startInvitations({ deps }: Pick<Identity, 'deps'>, invited: Record<string, string>) {
  const server = createServer(async (request, answer) => {
    const { token } = JSON.parse((await request.toArray()).join(''))
    const email = request.url === '/invitation/lookup' ? invited[token] : undefined
    const item = {
      project: { name: 'Relaunch' },
      inviter: null,
      email,
      role: 'member',
      isAddressProven: true,
    }
    answer
      .writeHead(email ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(email ? { item } : {}))
  })
  const port = Number(await freePort())
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  after(() => server.close())
  deps.settings.TASKS_INTERNAL_URL = `http://127.0.0.1:${port}`
}
