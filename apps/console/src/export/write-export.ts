import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '@atrium/core/errors'
import { version } from '@atrium/core/version'
import { openClient } from '@atrium/database/servers'
import { openConfiguredStorage } from '@atrium/storage/open-storage'
import type { Storage } from '@atrium/storage/storage'
import type pg from 'pg'
import type { Service } from '../each-service.ts'
import { listFileRecords } from '../files/file-records.ts'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import { describeTables, type ExportedTable, listExportedTables } from './exported-table.ts'
import { type Seals, sealsOf } from './sealed-columns.ts'

export const FORMAT = 'atrium-installation'
export const FORMAT_VERSION = 1
export const services = ['identity', 'tasks'] as const

const PAGE = 1000
const OWNER_ONLY = { file: 0o600, folder: 0o700 }

export interface ExportHead {
  format: typeof FORMAT
  formatVersion: number
  /** The release of Atrium that wrote it. */
  version: string
  exportedAt: string
  /** The migrations of each database, with which its rows can be read. */
  migrations: Record<Service, string[]>
}

export interface ExportedCounts {
  rows: number
  files: number
  /** Files that the file store does not have. */
  missingFiles: number
}

/** Writes everything into a folder that is empty or does not exist. Both databases are read in a snapshot; Atrium can keep running. */
export async function writeExport(installation: Installation, folder: string): Promise<ExportedCounts> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
  if ((await readdir(folder)).length > 0) throw new StartRefused(`${folder} is not empty.`)
  const clients = await Promise.all(services.map(service => openSnapshot(installation, service)))
  try {
    const seals = sealsOf(installation)
    const migrations: Partial<Record<Service, string[]>> = {}
    const schemas: Record<string, unknown> = {}
    let rows = 0
    for (const [index, service] of services.entries()) {
      const client = clients[index] as pg.Client
      const tables = await listExportedTables(client, service)
      if (tables.length === 0)
        throw new StartRefused('There is nothing to export: this installation has never been started.')
      Object.assign(schemas, Object.fromEntries(describeTables(service, tables)))
      migrations[service] = await listMigrations(client)
      await mkdir(join(folder, service), { mode: OWNER_ONLY.folder })
      for (const table of tables) {
        rows += await writeTable(client, join(folder, service), table, {
          seals: seals[service],
          where: ownClientsLeftOut(installation, service, table.name),
        })
      }
    }
    const files = await writeFiles(installation, clients, folder)
    await writeJson(join(folder, 'schema.json'), describeFolder(schemas))
    const head = {
      format: FORMAT,
      formatVersion: FORMAT_VERSION,
      version,
      exportedAt: new Date().toISOString(),
      migrations,
    }
    await writeJson(join(folder, 'export.json'), head) // last: without it, the export is not complete
    return { rows, ...files }
  } finally {
    await Promise.all(clients.map(client => client.end()))
  }
}

async function openSnapshot(installation: Installation, service: Service) {
  const client = await openClient(directDatabaseUrls(installation)[service])
  await client.query("set time zone 'UTC'")
  await client.query('begin isolation level repeatable read, read only')
  return client
}

/** Every start creates the clients of the services themselves, with the secrets of the installation. */
export function ownClientsLeftOut({ environment }: Installation, service: Service, table: string) {
  const own = [environment.TASKS_CLIENT_ID ?? '', environment.OAUTH2_CLIENT_ID ?? '']
  const list = own.map(id => `'${id.replaceAll("'", "''")}'`).join(', ')
  if (service !== 'identity') return 'true'
  if (table === 'clients') return `client_id not in (${list})`
  if (table === 'consents') return `client_id not in (select id from clients where client_id in (${list}))`
  return 'true'
}

interface Reading {
  seals: Seals
  where: string
}

async function writeTable(client: pg.Client, folder: string, table: ExportedTable, reading: Reading) {
  let count = 0
  const lines = async function* () {
    for await (const line of readLines(client, table, reading)) {
      count += 1
      yield `${line}\n`
    }
  }
  const path = join(folder, `${table.kind}.ndjson`)
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: OWNER_ONLY.file }))
  return count
}

/** PostgreSQL writes the JSON, so that numbers and instants keep all digits. */
async function* readLines(
  client: pg.Client,
  { name, columns, key }: ExportedTable,
  { seals, where }: Reading,
) {
  const quote = (text: string) => client.escapeIdentifier(text)
  const fields = columns.map(column => `${quote(column.name)} as ${quote(column.field)}`)
  const order = key.map(
    column =>
      `${quote(column)}${columns.find(({ name }) => name === column)?.type === 'text' ? ' collate "C"' : ''}`,
  )
  await client.query(`declare exported no scroll cursor for select row_to_json(exported)::text as line
    from (select ${fields.join(', ')} from public.${quote(name)} where ${where} order by ${order.join(', ')}) as exported`)
  const sealed = columns.filter(({ sealedFor }) => sealedFor)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${PAGE} from exported`)
    for (const { line } of rows) yield sealed.length === 0 ? line : unsealed(line)
    if (rows.length < PAGE) break
  }
  await client.query('close exported')

  function unsealed(line: string) {
    const row = JSON.parse(line)
    for (const { field, sealedFor = '' } of sealed) {
      if (row[field] !== null) row[field] = seals.unseal(sealedFor, row[field])
    }
    return JSON.stringify(row)
  }
}

async function writeFiles(installation: Installation, clients: pg.Client[], folder: string) {
  const storage = await openConfiguredStorage(storageOf(installation))
  await mkdir(join(folder, 'files'), { mode: OWNER_ONLY.folder })
  const written = new Set<string>()
  let missingFiles = 0
  for (const [index, service] of services.entries()) {
    for await (const page of listFileRecords(clients[index] as pg.Client, service, PAGE)) {
      for (const { key, sha256 } of page) {
        if (written.has(sha256)) continue
        if (await writeContent(storage, key, join(folder, 'files', sha256))) written.add(sha256)
        else missingFiles += 1
      }
    }
  }
  return { files: written.size, missingFiles }
}

async function writeContent(storage: Storage, key: string, path: string) {
  if ((await storage.sizeOf(key)) === undefined) return false
  try {
    await pipeline(await storage.get(key), createWriteStream(path, { mode: OWNER_ONLY.file }))
    return true
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

export function storageOf({ environment: { STORAGE_URL = '', STORAGE_PREVIOUS_URL } }: Installation) {
  return { STORAGE_URL, ...(STORAGE_PREVIOUS_URL && { STORAGE_PREVIOUS_URL }) }
}

function describeFolder(files: object) {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The export of an installation of Atrium',
    description:
      'Each file has one JSON object per line for each record of a table. The content of files is in files/, by its SHA-256.',
    $defs: files,
  }
}

async function writeJson(path: string, content: object) {
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: OWNER_ONLY.file })
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}
