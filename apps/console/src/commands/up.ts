import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '@atrium/core/errors'
import { workerCount } from '@atrium/core/settings'
import { onHangUp, onNpmKilled } from '@atrium/http/serve'
import { loadIdentitySettings } from '@atrium/identity/settings'
import { loadTasksSettings } from '@atrium/tasks/settings'
import { startDatabase } from '../embedded-database.ts'
import { type OwnerSignIn, prepareIdentity } from '../first-start.ts'
import { type Installation, prepareInstallation } from '../installation.ts'
import { buildPrograms } from '../program-build.ts'
import { type ServiceProcess, startService } from '../service-process.ts'
import { buildWebApplications } from '../web-build.ts'

const WAIT_FOR_PORTS_MS = 5000

/** `npm start`: runs Atrium in the foreground until it is stopped. */
export async function up(environment: NodeJS.ProcessEnv) {
  const services: ServiceProcess[] = []
  const stopAsked = untilAskedToStop(services)
  const installation = await prepareInstallation(environment)
  const identitySettings = loadIdentitySettings(installation.environment)
  const tasksSettings = loadTasksSettings(installation.environment)
  await requireFreePorts(identitySettings.HOST, [identitySettings.IDENTITY_PORT, tasksSettings.TASKS_PORT])

  const started: { stop: () => Promise<void> }[] = []
  try {
    const building = buildWebApplications(say)
    building.catch(() => {}) // awaited below
    const bundling = buildPrograms(say)
    bundling.catch(() => {})
    const postgres = await startDatabase(installation, workerCount(identitySettings))
    if (postgres) started.push(postgres)
    const owner = await prepareIdentity(installation)
    await bundling
    services.push(...(await startServices(installation, started)))
    await building
    announce(installation, owner)
    await Promise.race([
      stopAsked,
      ...services.map(lossOf),
      ...(postgres ? [lossOfDatabase(postgres.lost)] : []),
    ])
  } finally {
    for (const part of started.reverse()) await part.stop()
  }
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

async function startServices(installation: Installation, started: { stop: () => Promise<void> }[]) {
  const starting = (['identity', 'tasks'] as const).map(async name => {
    const service = await startService(name, installation)
    started.push(service)
    return service
  })
  const outcomes = await Promise.allSettled(starting)
  const failed = outcomes.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

function announce({ environment, dataFolder }: Installation, owner: OwnerSignIn | undefined) {
  say('')
  say(`  Tasks      ${environment.FRONTEND_URL}`)
  say(`  Identity   ${environment.IDENTITY_URL}`)
  say(`  Admin      ${environment.IDENTITY_URL}/admin`)
  say(`  Data       ${dataFolder}`)
  if (owner) {
    say('')
    if (owner.password) {
      say(`  Sign in as ${owner.email} with the password ${owner.password}`)
      say(`  (shown once; stored in ${join(dataFolder, 'owner-password')})`)
    } else say(`  Sign in as ${owner.email} with the password from ATRIUM_OWNER_PASSWORD`)
  }
  say('')
  say('Atrium is ready. Press Ctrl+C to stop.')
}

function untilAskedToStop(services: ServiceProcess[]) {
  return new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    onHangUp(() => {
      for (const service of services) service.restartWorkers()
    }, resolve)
    onNpmKilled(resolve)
  })
}

async function lossOf({ name, ended }: ServiceProcess) {
  await ended
  throw new StartRefused(`The ${name} service stopped unexpectedly, so Atrium is shutting down. See its log.`)
}

async function lossOfDatabase(lost: Promise<void>) {
  await lost
  throw new StartRefused(
    'The embedded database stopped unexpectedly, so Atrium is shutting down. See postgres.log.',
  )
}

/** A process that was just killed may need a moment to release its ports. */
async function requireFreePorts(host: string, ports: number[]) {
  const deadline = Date.now() + WAIT_FOR_PORTS_MS
  for (const port of ports) {
    while (!(await isFree(host, port))) {
      if (Date.now() > deadline) {
        throw new StartRefused(
          `Port ${port} is already in use. Stop the process that uses it, or set IDENTITY_PORT or TASKS_PORT.`,
        )
      }
      await sleep(100)
    }
  }
}

function isFree(host: string, port: number) {
  return new Promise<boolean>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(new StartRefused(`Cannot listen on ${host}:${port}: ${error.message}.`))
    })
    probe.listen({ host, port }, () => probe.close(() => resolve(true)))
  })
}
