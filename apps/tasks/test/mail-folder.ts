import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import type { Deps } from '#deps.ts'
import { startWorker } from '#worker.ts'

/** The folder that the service writes its emails to, and the emails in it. */
export function createMailFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-mail-'))
  after(() => rmSync(folder, { recursive: true }))
  return {
    url: `file:${folder}`,
    emailsTo: async (email: string) => {
      const files = (await readdir(folder)).filter(name => name.endsWith('.eml')).sort()
      const sources = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))
      return sources.filter(source => source.includes(`\nTo: ${email}\n`)).map(readEmail)
    },
  }
}

/** Runs all pending jobs. */
export async function runQueue(deps: Deps) {
  const worker = await startWorker(deps)
  try {
    await waitUntil(async () => (await pendingJobs(deps)).length === 0)
  } catch (error) {
    throw new Error(`The queue did not become empty: ${JSON.stringify(await pendingJobs(deps))}`, {
      cause: error,
    })
  } finally {
    await worker.stop()
  }
}

/** Jobs that are due or have failed, without those scheduled for later. */
export async function pendingJobs({ db }: Deps) {
  const { rows } = await sql<{
    payload: unknown
    lastError: string | null
  }>`select payload, last_error from graphile_worker._private_jobs
    where run_at <= now() or attempts > 0`.execute(db)
  return rows
}

function readEmail(source: string) {
  const boundary = source.match(/boundary="(.+)"/)?.[1]
  const [head = '', ...parts] = source.split(`\n--${boundary}\n`)
  const bodies = parts.map(part => {
    const [header = '', ...body] = part.split('\n\n')
    return decoded(header, body.join('\n\n'))
  })
  return { head, text: bodies[0] ?? '', html: bodies[1] ?? '' }
}

function decoded(header: string, body: string) {
  if (/: base64/i.test(header)) return Buffer.from(body, 'base64').toString()
  if (!/: quoted-printable/i.test(header)) return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
