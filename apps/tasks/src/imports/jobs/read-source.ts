import { sha256 } from '@atrium/core/sha256'
import { putUpload } from '@atrium/storage/files'
import type { Deps } from '#deps.ts'
import { connectTo } from '../sources/connection.ts'
import { type SourceConnection, SourceFailed } from '../sources/import-source.ts'
import { importSources } from '../sources/sources.ts'
import { Stopped } from './import-failure.ts'
import { unsealToken } from './import-job.commands.ts'
import { type ReadContent, readContent } from './job-plan.ts'
import { type Running, updateRunning } from './running-job.ts'
import type { StoredJob } from './stored-job.ts'

const MAX_CONTENT_BYTES = 512 * 1024 * 1024

export function connect(
  { outbound, settings }: Deps,
  job: StoredJob,
  signal: AbortSignal,
): SourceConnection | undefined {
  const source = importSources.find(({ id }) => id === job.source)
  if (!source || !job.address || !job.sealedToken) return undefined
  const token = unsealToken(settings, job.sealedToken)
  return connectTo(outbound, {
    source,
    address: job.address,
    token,
    signal,
    maxFileBytes: settings.STORAGE_MAX_BYTES,
  })
}

/** Fetches everything, and stores it as it came: an import that is interrupted does not ask again. */
export async function download(deps: Deps, running: Running, connection: SourceConnection | undefined) {
  const { job } = running
  const source = importSources.find(({ id }) => id === job.source)
  if (!source || !connection) throw new Stopped({ code: 'import_source_unavailable' })
  const answers = await source.download(connection, async (done, total) => {
    await updateRunning(deps.db, running, { step: 'reading', done, total: total ?? null })
  })
  const bytes = Buffer.from(JSON.stringify(answers))
  if (bytes.length > MAX_CONTENT_BYTES) throw new SourceFailed('tooLarge')
  const file = {
    name: `${job.source}.json`,
    type: 'application/json',
    size: bytes.length,
    sha256: sha256(bytes, 'hex'),
  }
  const content = async function* () {
    yield bytes
  }
  const { key, name, size } = await putUpload(deps, { ...file, content })
  await updateRunning(deps.db, running, {
    contentKey: key,
    contentName: name,
    contentSize: size,
    contentSha256: file.sha256,
  })
}

export async function readStored({ storage }: Deps, job: StoredJob): Promise<ReadContent> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.get(job.contentKey as string)) chunks.push(chunk as Buffer)
  const bytes = Uint8Array.from(Buffer.concat(chunks)).buffer
  return readContent(job.source, job.contentName ?? job.source, bytes)
}
