import { readEnvironmentFile } from '@atrium/core/settings'
import { freePort } from '@atrium/testing/free-port'
import { startDatabase } from '../src/embedded-database.ts'
import { prepareIdentity } from '../src/first-start.ts'
import { prepareInstallation } from '../src/installation.ts'
import { openFront } from './front.ts'
import { keepServiceRunning } from './running-service.ts'
import { watchSources } from './watch-sources.ts'

/**
 * `npm run dev`: both services from their sources, restarted when a file changes, and both web applications with hot
 * reload. A front per service listens at its public address, so that cookies and links work as in production.
 */
const applications = {
  identity: { folder: 'admin', areas: ['/account', '/admin'] },
  tasks: { folder: 'web', areas: ['/app'] },
}

readEnvironmentFile()
const installation = await prepareInstallation({ NODE_ENV: 'development', ...process.env })
const { environment } = installation
const postgres = await startDatabase(installation)
const owner = await prepareIdentity(installation)

const host = environment.HOST || '127.0.0.1'
const running = await Promise.all(
  (['identity', 'tasks'] as const).map(async name => {
    const port = await freePort()
    const settings = { ...environment, WORKERS: '1', [`${name.toUpperCase()}_PORT`]: String(port) }
    const service = keepServiceRunning(name, { ...installation, environment: settings })
    const publicPort = Number(environment[`${name.toUpperCase()}_PORT`])
    const front = await openFront({
      host,
      port: publicPort,
      service,
      servicePort: port,
      ...applications[name],
    })
    return { name, service, front }
  }),
)
const stopWatching = watchSources(changed => {
  for (const { name, service } of running) if (changed === 'packages' || changed === name) service.restart()
})
await Promise.all(running.map(({ service }) => service.ready()))

console.log(`
  Tasks      ${environment.FRONTEND_URL}
  Identity   ${environment.IDENTITY_URL}
  Data       ${installation.dataFolder}
${owner?.password ? `\n  Sign in as ${owner.email} with the password ${owner.password}\n` : ''}
Atrium is ready for development. Services restart and pages update when you save a file. Press Ctrl+C to stop.`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

async function stop() {
  stopWatching()
  await Promise.all(running.map(({ front }) => front.close()))
  await Promise.all(running.map(({ service }) => service.stop()))
  await postgres?.stop()
  process.exit(0)
}
