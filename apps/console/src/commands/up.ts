import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '@atrium/core/errors'
import { workerCount } from '@atrium/core/settings'
import { onHangUp, onNpmKilled } from '@atrium/http/process/serve'
import { type Settings as IdentitySettings, loadIdentitySettings } from '@atrium/identity/settings'
import { loadTasksSettings, type Settings as TasksSettings } from '@atrium/tasks/settings'
import { describeFinding } from '../doctor/finding.ts'
import { checkCookies } from '../doctor/settings-checks.ts'
import { startDatabase } from '../embedded-database.ts'
import { type OwnerSignIn, prepareIdentity } from '../first-start.ts'
import { type Installation, prepareInstallation } from '../installation.ts'
import { buildPrograms } from '../program-build.ts'
import { type ServiceProcess, startService } from '../service-process.ts'
import { buildWebApplications } from '../web-build.ts'

const WAIT_FOR_PORTS_MS = 5000
const SILENT_WAIT_MS = 1000

/** `npm start`: runs Atrium in the foreground until it is stopped. */
export async function up(environment: NodeJS.ProcessEnv) {
  process.stdout.on('error', () => {}) // the terminal was closed: everything still has to stop in order
  const services: ServiceProcess[] = []
  const stopAsked = untilAskedToStop(services)
  const installation = await prepareInstallation(environment)
  const identitySettings = loadIdentitySettings(installation.environment)
  const tasksSettings = loadTasksSettings(installation.environment)
  await requireFreePorts(identitySettings.HOST, [identitySettings.IDENTITY_PORT, tasksSettings.TASKS_PORT])

  const started: Part[] = []
  try {
    const building = buildWebApplications(say)
    building.catch(() => {}) // awaited below
    const bundling = buildPrograms(say)
    bundling.catch(() => {})
    const postgres = await startDatabase(installation, workerCount(identitySettings))
    if (postgres) started.push({ work: 'the embedded database to close', stop: postgres.stop })
    const owner = await prepareIdentity(installation)
    await bundling
    services.push(...(await startServices(installation, started)))
    await building
    warnAboutCookies(identitySettings, tasksSettings)
    announce(installation, owner)
    await Promise.race([
      stopAsked,
      ...services.map(lossOf),
      ...(postgres ? [lossOfDatabase(postgres.lost)] : []),
    ])
  } finally {
    for (const part of started.reverse()) await stopPart(part)
  }
}

/** What Atrium started and has to stop again. */
interface Part {
  /** What stopping waits for, as the end of a sentence. */
  work: string
  stop: () => Promise<void>
}

async function stopPart({ work, stop }: Part) {
  const explanation = setTimeout(() => say(`Waiting for ${work}…`), SILENT_WAIT_MS)
  await stop()
  clearTimeout(explanation)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

/** The task service is the last, so it stops first: its requests need the identity service until they are answered. */
async function startServices(installation: Installation, started: Part[]) {
  const starting = (['identity', 'tasks'] as const).map(name => startService(name, installation))
  const outcomes = await Promise.allSettled(starting)
  const running = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  for (const service of running) {
    started.push({
      work: `the ${service.name} service to finish its requests`,
      stop: () => stopService(service),
    })
  }
  const failed = outcomes.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return running
}

async function stopService({ name, stop }: ServiceProcess) {
  const isFinished = await stop()
  if (!isFinished) say(`The ${name} service was ended with requests unanswered, because they took too long.`)
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

/** Without cookies nobody can sign in, and browsers do not say why. */
function warnAboutCookies(identity: IdentitySettings, tasks: TasksSettings) {
  const findings = checkCookies({ identity, tasks }).filter(({ status }) => status !== 'ok')
  if (findings.length > 0) say('')
  for (const finding of findings) say(describeFinding(finding))
}

function untilAskedToStop(services: ServiceProcess[]) {
  return new Promise<void>(resolve => {
    const stop = () => {
      say('Stopping…')
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    onHangUp(() => {
      for (const service of services) service.restartWorkers()
    }, stop)
    onNpmKilled(stop)
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
