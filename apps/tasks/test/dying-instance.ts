import type { AddressInfo } from 'node:net'
import { createLogger } from '@atrium/core/logger'
import type { FastifyRequest } from 'fastify'
import { createTasksApp } from '#app.ts'
import { createDeps } from '#compose.ts'
import { loadTasksSettings } from '#settings.ts'

/** An instance that is killed in the middle of its first POST: in the hook that is named by its argument. */
const hook = process.argv[2] as 'preSerialization' | 'onSend'
const app = await createTasksApp(
  await createDeps(loadTasksSettings(process.env), createLogger('test', 'silent')),
)
const die = async (request: FastifyRequest) => {
  if (request.method === 'POST') process.kill(process.pid, 'SIGKILL')
}
if (hook === 'onSend') app.addHook('onSend', die)
else app.addHook('preSerialization', die)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
process.send?.(port)
