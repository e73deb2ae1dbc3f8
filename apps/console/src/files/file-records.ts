import { openClient } from '@atrium/database/servers'
import type pg from 'pg'
import { directDatabaseUrls, type Installation } from '../installation.ts'

/** What a database says about the content of a file. */
export interface FileRecord {
  service: Service
  id: number
  key: string
  size: number
  sha256: string
}

type Service = 'identity' | 'tasks'

const tables: Record<Service, string> = { identity: 'files', tasks: 'attachments' }

/** Runs `work` for the database of each service. */
export async function inEachDatabase<T>(
  installation: Installation,
  work: (client: pg.Client, service: Service) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  for (const [service, url] of Object.entries(directDatabaseUrls(installation))) {
    const client = await openClient(url, { statement_timeout: 30_000 })
    try {
      results.push(await work(client, service as Service))
    } finally {
      await client.end()
    }
  }
  return results
}

export async function countFiles(client: pg.Client, service: Service) {
  const { rows } = await client.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from ${tables[service]}`,
  )
  return rows[0] as { files: number; bytes: number }
}

/** Yields all records in the order of their IDs, including those that are added meanwhile. */
export async function* listFileRecords(client: pg.Client, service: Service, pageSize: number) {
  for (let last = 0; ; ) {
    const page = await selectRecords(client, service, 'where id > $1 order by id limit $2', [last, pageSize])
    if (page.length === 0) return
    yield page
    last = page.at(-1)?.id ?? last
  }
}

/** The first and the last records and some between: enough to notice that a store has lost files. */
export async function sampleFileRecords(client: pg.Client, service: Service, size: number) {
  const table = tables[service]
  const { rows } = await client.query<{ middle: number }>(
    `select coalesce(floor(random() * max(id)), 0)::float8 as middle from ${table}`,
  )
  const samples = [
    await selectRecords(client, service, 'order by id limit $1', [size]),
    await selectRecords(client, service, 'order by id desc limit $1', [size]),
    await selectRecords(client, service, 'where id >= $2 order by id limit $1', [size, rows[0]?.middle]),
  ]
  return [...new Map(samples.flat().map(record => [record.id, record])).values()]
}

export async function isRecorded(client: pg.Client, { service, key }: FileRecord) {
  const { rowCount } = await client.query(`select from ${tables[service]} where key = $1`, [key])
  return rowCount === 1
}

async function selectRecords(client: pg.Client, service: Service, condition: string, values: unknown[]) {
  const { rows } = await client.query<Omit<FileRecord, 'service'>>(
    `select id::float8 as id, key, size::float8 as size, sha256 from ${tables[service]} ${condition}`,
    values,
  )
  return rows.map((row): FileRecord => ({ service, ...row }))
}
