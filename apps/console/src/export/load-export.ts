import { createReadStream, existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { StartRefused } from '@atrium/core/errors'
import { version } from '@atrium/core/version'
import { migrate } from '@atrium/database/migrate'
import { openClient } from '@atrium/database/servers'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { prepareJobs } from '@atrium/jobs/jobs'
import { openConfiguredStorage } from '@atrium/storage/open-storage'
import { newKey, type Storage } from '@atrium/storage/storage'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import type pg from 'pg'
import { advanceSequence, requireEmpty, suspendReferences } from '../backup/database-copy.ts'
import type { Service } from '../each-service.ts'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import { type ExportedTable, listExportedTables } from './exported-table.ts'
import { fileTables, leftOutColumns } from './exported-tables.ts'
import { type Seals, sealsOf } from './sealed-columns.ts'
import {
  type ExportHead,
  FORMAT,
  FORMAT_VERSION,
  ownClientsLeftOut,
  services,
  storageOf,
} from './write-export.ts'

const migrationsOf = { identity: identityMigrations, tasks: tasksMigrations }
const BATCH_BYTES = 4 * 1024 * 1024

/** Loads an export into an installation that is empty. Nothing of it stays if a part of it cannot be read. */
export async function loadExport(installation: Installation, folder: string) {
  const head = await readHead(folder)
  const urls = directDatabaseUrls(installation)
  for (const service of services)
    await requireEmpty(urls[service], 'Import into an empty ATRIUM_DATA or empty databases.')
  const storage = await openConfiguredStorage(storageOf(installation))
  const seals = sealsOf(installation)
  const clients: pg.Client[] = []
  let rows = 0
  try {
    for (const service of services) {
      await migrate(urls[service], migrationsOf[service], head.migrations[service])
      await prepareJobs(urls[service])
      const client = await openClient(urls[service])
      clients.push(client)
      rows += await loadDatabase(client, installation, { service, folder, storage, seals: seals[service] })
    }
    for (const client of clients) await client.query('commit')
  } finally {
    await Promise.all(clients.map(client => client.end()))
  }
  for (const service of services) await migrate(urls[service], migrationsOf[service])
  return { rows, exportedAt: head.exportedAt }
}

async function readHead(folder: string): Promise<ExportHead> {
  const text = await readFile(join(folder, 'export.json'), 'utf8').catch(() => '')
  const head = parse(text) as Partial<ExportHead> | undefined
  const isExport = head?.format === FORMAT && head.migrations?.identity && head.migrations.tasks
  if (!isExport) throw new StartRefused(`${folder} is not the export of an installation.`)
  if (head.formatVersion !== FORMAT_VERSION)
    throw new StartRefused(
      `${folder} was written by Atrium ${head.version}; this is ${version}, which cannot read it.`,
    )
  return head as ExportHead
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Loading {
  service: Service
  folder: string
  storage: Storage
  seals: Seals
}

/** Leaves the transaction open. */
async function loadDatabase(client: pg.Client, installation: Installation, loading: Loading) {
  const { service } = loading
  await client.query('begin')
  await client.query("set local time zone 'UTC'")
  await suspendReferences(client)
  let rows = 0
  for (const table of await listExportedTables(client, service)) {
    // Migrations have filled some tables, such as roles.
    const name = client.escapeIdentifier(table.name)
    const where = ownClientsLeftOut(installation, service, table.name)
    await client.query(`delete from public.${name} where ${where}`)
    rows += await loadTable(client, table, loading)
    const columns = table.columns.map(column => column.name)
    await advanceSequence(client, { schema: 'public', name: table.name, columns })
  }
  if (service === 'tasks') await computeTasks(client)
  return rows
}

async function loadTable(client: pg.Client, table: ExportedTable, loading: Loading) {
  const { service, folder } = loading
  const path = join(folder, service, `${table.kind}.ndjson`)
  if (!existsSync(path)) throw new StartRefused(`${path} is missing: the export is not complete.`)
  const toRow = rowReader(table, loading, path)
  let count = 0
  let batch: object[] = []
  let bytes = 0
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (!line) continue
    count += 1
    batch.push(await toRow(line, count))
    bytes += line.length
    if (bytes < BATCH_BYTES) continue
    await insert(client, service, table, batch)
    batch = []
    bytes = 0
  }
  await insert(client, service, table, batch)
  return count
}

/** Reads a line with the names of the columns. A file and a secret get a key and a seal of this installation. */
function rowReader(
  { name, columns }: ExportedTable,
  { service, storage, seals, folder }: Loading,
  path: string,
) {
  const byField = new Map(columns.map(column => [column.field, column]))
  return async (line: string, number: number) => {
    const record = parse(line)
    if (typeof record !== 'object' || record === null)
      throw new StartRefused(`${path}, line ${number} is not a JSON object.`)
    const row: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(record)) {
      const column = byField.get(field)
      if (!column) throw new StartRefused(`${path}, line ${number} has the field ${field}, which is unknown.`)
      row[column.name] =
        column.sealedFor && value !== null ? seals.seal(column.sealedFor, String(value)) : value
    }
    if (fileTables[service] === name) row.key = await storeContent(storage, folder, row)
    return row
  }
}

/** A record whose content the export does not have keeps its place, as it had none before. */
async function storeContent(storage: Storage, folder: string, { sha256 }: Record<string, unknown>) {
  const key = newKey()
  if (!/^[0-9a-f]{64}$/.test(String(sha256))) throw new StartRefused(`${sha256} is not a checksum.`)
  const path = join(folder, 'files', String(sha256))
  if (existsSync(path)) await storage.put(key, createReadStream(path), (await stat(path)).size)
  return key
}

async function insert(client: pg.Client, service: Service, table: ExportedTable, rows: object[]) {
  if (rows.length === 0) return
  const quote = (text: string) => client.escapeIdentifier(text)
  // Columns that are left out are null: events that are imported have happened, and no consumer handles them again.
  const names = [...table.columns.map(({ name }) => name), ...(leftOutColumns[service][table.name] ?? [])]
  const columns = names.map(quote).join(', ')
  await client.query(
    `insert into public.${quote(table.name)} (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::public.${quote(table.name)}, $1::json)`,
    [JSON.stringify(rows)],
  )
}

/** Triggers compute what searches and filters look at. They ran for no row so far. */
async function computeTasks(client: pg.Client) {
  await client.query(
    'create temporary table imported_values on commit drop as select id, field_values from tasks',
  )
  await client.query("update tasks set field_values = '{}' where field_values <> '{}'")
  await client.query('set local session_replication_role = origin')
  await client.query('update tasks set title = title')
  await client.query(`update tasks set field_values = imported_values.field_values from imported_values
    where imported_values.id = tasks.id and imported_values.field_values <> '{}'`)
}
