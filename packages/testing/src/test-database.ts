import { randomUUID } from 'node:crypto'
import { ensureDatabase } from '@atrium/database/embedded-postgres'
import pg from 'pg'

export const services = ['identity', 'tasks'] as const
export type Service = (typeof services)[number]

export function templateOf(service: Service) {
  return `${service}_template`
}

export function migrationsOf(service: Service) {
  return new URL(`../../../apps/${service}/migrations/`, import.meta.url)
}

/** A copy of the migrated template; removed with the server at the end of the run. */
export async function createTestDatabase(service: Service) {
  const server = serverUrl()
  const name = `${service}_${randomUUID().slice(0, 8)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${templateOf(service)} strategy file_copy`)
  } finally {
    await client.end()
  }
  return server.replace('/postgres?', `/${name}?`)
}

/** An empty database on the same server. */
export async function createEmptyDatabase() {
  const url = serverUrl().replace('/postgres?', `/empty_${randomUUID().slice(0, 8)}?`)
  await ensureDatabase(url)
  return url
}

function serverUrl() {
  const server = process.env.ATRIUM_TEST_DATABASE_URL
  if (!server) throw new Error('Run the tests with `npm run test:services`: it starts their database')
  return server
}
