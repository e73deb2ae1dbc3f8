import type { AddressInfo } from 'node:net'
import { createLogger } from '@atrium/core/logger'
import type { FastifyRequest } from 'fastify'
import { createTasksApp } from '#app.ts'
import { createDeps } from '#compose.ts'
import { loadTasksSettings } from '#settings.ts'

/** An instance that is killed during its first POST, in the hook given as an argument; with `none`, by its parent. */
const hook = process.argv[2] as 'preSerialization' | 'onSend' | 'none'
const app = await createTasksApp(
  await createDeps(loadTasksSettings(process.env), createLogger('test', 'silent')),
)
const killProcess = async (request: FastifyRequest) => {
  if (request.method === 'POST') process.kill(process.pid, 'SIGKILL')
}
if (hook === 'onSend') app.addHook('onSend', killProcess)
if (hook === 'preSerialization') app.addHook('preSerialization', killProcess)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
process.send?.(port)
