import type { AddressInfo } from 'node:net'
import { createLogger } from '@atrium/core/logger'
import { connect } from '@atrium/database/connect'
import { openReplica } from '@atrium/database/replica'
import { createTasksApp } from '#app.ts'
import { createDeps } from '#compose.ts'
import type { DB } from '#database.ts'
import { loadTasksSettings } from '#settings.ts'
import { startWorker } from '#worker.ts'

/**
 * An instance that answers requests and sends to webhooks, with a clock that is ahead. It is killed after as many statements
 * as its parent says, between that one and the next, counted at once or from when it has written its next deliveries.
 */
const ahead = Number(process.argv[2])
const killProcess = () => process.kill(process.pid, 'SIGKILL')
export interface Death {
  statements: number
  isOnceWritten: boolean
}
let left = Number.POSITIVE_INFINITY
let afterDeliveries = Number.POSITIVE_INFINITY
process.on('message', ({ statements, isOnceWritten }: Death) => {
  if (isOnceWritten) afterDeliveries = statements
  else left = statements
})
const settings = loadTasksSettings(process.env)
const db = connect<DB>(settings.TASKS_DATABASE_URL, {
  onError: killProcess,
  onQuery: ({ query }) => {
    if (/insert into "?webhook_deliveries/.test(query.sql)) left = Math.min(left, afterDeliveries)
    left -= 1
    if (left === 0) killProcess()
  },
})
const created = await createDeps(settings, createLogger('test', 'silent'))
const replica = openReplica({ primary: db, url: undefined, log: created.log })
const deps = { ...created, db, replica, now: () => new Date(Date.now() + ahead) }
const app = await createTasksApp(deps)
deps.announcements.start()
await startWorker(deps)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
process.send?.(port)
