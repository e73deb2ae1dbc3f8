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
import { openClient } from '@atrium/database/servers'
import { prepareJobs } from '@atrium/jobs/jobs'
import type pg from 'pg'
import { migrationsOf, type Service, services, templateOf } from './test-database.ts'

/** For eight processes, each with several instances of both services and their workers. */
const MAX_CONNECTIONS = 1000

let folder: string
let postgres: Pick<EmbeddedPostgres, 'databaseUrl' | 'stop'>

/** One server for the whole run, with a migrated template of each database; every test file copies it. */
export async function globalSetup() {
  folder = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const options = { durable: false, connections: MAX_CONNECTIONS }
  const { TEST_POSTGRES_URL: own } = process.env
  postgres = own ? await useServer(own) : await startEmbeddedPostgres(join(folder, 'postgres'), options)
  process.env.ATRIUM_TEST_DATABASE_URL = patient(postgres.databaseUrl('postgres'))
  process.env.ATRIUM_TEST_FOLDER = folder
  await Promise.all(services.map(createTemplate))
}

export async function globalTeardown() {
  await postgres.stop()
  // With so many files, the asynchronous way takes half as long again.
  rmSync(folder, { recursive: true, force: true })
}

/** A server that only tests use, such as `postgres://postgres@127.0.0.1:5433`: whatever they create there is dropped. */
async function useServer(url: string) {
  const { username, password, host } = new URL(url)
  const credentials = password ? `${username}:${password}` : username
  const databaseUrl = (name: string) => `postgres://${credentials}@${host}/${name}?connect_timeout=120`
  const listDatabases = async (server: pg.Client) => {
    const { rows } = await server.query<{ datname: string }>('select datname from pg_database')
    return rows.map(({ datname }) => datname)
  }
  const inServer = async <T>(work: (server: pg.Client) => Promise<T>) => {
    const server = await openClient(databaseUrl('postgres'))
    return work(server).finally(() => server.end())
  }
  const before = await inServer(listDatabases)
  const stop = () =>
    inServer(async server => {
      for (const name of await listDatabases(server)) {
        if (!before.includes(name)) await server.query(`drop database ${name} with (force)`)
      }
    })
  return { databaseUrl, stop }
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
