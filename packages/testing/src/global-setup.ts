import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  ensureDatabase,
  startEmbeddedPostgres,
} from '@atrium/database/embedded-postgres'
import { migrate } from '@atrium/database/migrate'
import { prepareJobs } from '@atrium/jobs/jobs'
import { migrationsOf, type Service, services, templateOf } from './test-database.ts'

/** For eight processes, each with several instances of both services and their workers. */
const MAX_CONNECTIONS = 1000

let folder: string
let postgres: EmbeddedPostgres

/** One server for the whole run, with a migrated template of each database; every test file copies it. */
export async function globalSetup() {
  folder = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const options = { durable: false, connections: MAX_CONNECTIONS }
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), options)
  process.env.ATRIUM_TEST_DATABASE_URL = patient(postgres.databaseUrl('postgres'))
  process.env.ATRIUM_TEST_FOLDER = folder
  await Promise.all(services.map(createTemplate))
}

export async function globalTeardown() {
  await postgres.stop()
  // With so many files, the asynchronous way takes half as long again.
  rmSync(folder, { recursive: true, force: true })
}

/** A machine that is short of processor time makes tests slow, not wrong. */
function patient(url: string) {
  return url.replace(/connect_timeout=\d+/, 'connect_timeout=120')
}

async function createTemplate(service: Service) {
  const url = postgres.databaseUrl(templateOf(service))
  await ensureDatabase(url)
  await migrate(url, migrationsOf(service))
  await prepareJobs(url)
}
