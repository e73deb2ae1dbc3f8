import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { version } from '@atrium/core/version'
import { sql } from 'kysely'
import { type Pack, pack } from 'tar-stream'
import type { Deps } from '#deps.ts'
import { describeExport, FORMAT_VERSION } from './export-schema.ts'
import { readProject } from './project-rows.ts'

/**
 * Streams the archive. All rows are of one snapshot, and are first written to files of the disk: a client that reads slowly
 * would keep the snapshot, and an entry of the archive starts with its size.
 */
export function archiveProject(deps: Deps, projectId: number): Readable {
  const archive = pack()
  const compressed = createGzip()
  fillArchive(deps, projectId, archive).then(
    () => archive.finalize(),
    error => archive.destroy(error),
  )
  pipeline(archive, compressed).catch(error => compressed.destroy(error))
  return compressed
}

async function fillArchive(deps: Deps, projectId: number, archive: Pack) {
  const head = {
    format: 'atrium-project',
    formatVersion: FORMAT_VERSION,
    version,
    exportedAt: deps.now().toISOString(),
  }
  await addText(archive, 'export.json', `${JSON.stringify(head, null, 2)}\n`)
  await addText(archive, 'schema.json', `${JSON.stringify(describeExport(), null, 2)}\n`)
  const folder = join(tmpdir(), `atrium-export-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    const { names, contents } = await writeRows(deps, projectId, folder)
    for (const name of names) {
      const path = join(folder, name)
      await addStream(archive, name, createReadStream(path), (await stat(path)).size)
    }
    for (const [sha256, { key, size }] of [...contents].sort(([one], [other]) => (one < other ? -1 : 1))) {
      if ((await deps.storage.sizeOf(key)) !== size) continue // deleted meanwhile
      await addStream(archive, `files/${sha256}`, await deps.storage.get(key), size)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Content {
  key: string
  size: number
}

/** Returns the names of the files in their order, and the contents of attachments by their checksums. */
function writeRows({ db }: Deps, projectId: number, folder: string) {
  return db.transaction().execute(async tx => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    const names: string[] = []
    for await (const { name, rows } of readProject(tx, projectId)) {
      const file = `${name}.ndjson`
      await pipeline(Readable.from(linesOf(rows)), createWriteStream(join(folder, file), { mode: 0o600 }))
      names.push(file)
    }
    const files = await tx
      .selectFrom('attachments')
      .where('projectId', '=', projectId)
      .select(['key', 'size', 'sha256'])
      .execute()
    return { names, contents: new Map<string, Content>(files.map(file => [file.sha256, file])) }
  })
}

async function* linesOf(rows: AsyncIterable<object>) {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

function addText(archive: Pack, name: string, text: string) {
  const content = Buffer.from(text)
  return addStream(archive, name, Readable.from([content]), content.length)
}

/** Equal bytes give an equal entry: nothing says when it was written. */
async function addStream(archive: Pack, name: string, content: Readable, size: number) {
  await pipeline(content, archive.entry({ name, size, mode: 0o600, mtime: new Date(0) }))
}
