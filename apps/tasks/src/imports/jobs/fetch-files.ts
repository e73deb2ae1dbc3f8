import { sha256 } from '@atrium/core/sha256'
import { inTransaction } from '@atrium/database/transaction'
import { OutboundAddressRefused } from '@atrium/outbound/outbound.errors'
import { putUpload } from '@atrium/storage/files'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict, TooLarge, ValidationFailed } from '#errors.ts'
import { insertAttachment } from '#tasks/attachments/attachment.queries.ts'
import { requireSpace } from '#tasks/attachments/project-files.commands.ts'
import { canBeCover } from '#tasks/covers/cover.contract.ts'
import { lockTask, updateTask } from '#tasks/task.queries.ts'
import { type SourceConnection, SourceFailed } from '../sources/import-source.ts'
import { importSources } from '../sources/sources.ts'
import * as queries from './import-job.queries.ts'
import { addLosses, type ReadContent } from './job-plan.ts'
import { apply, type Running, storeChanges, updateRunning } from './running-job.ts'
import type { StoredJob } from './stored-job.ts'

const MAX_ATTACHMENTS = 100

/** Whether an attachment is stored here: one that the content has, or that its program gives to those who are signed in. */
export function isFetched({ source: id, address }: StoredJob, { format }: ReadContent, url: string) {
  if (url.startsWith('content:')) return format.fileOf !== undefined
  if (!address) return false
  if (url.startsWith('/')) return true
  const source = importSources.find(each => each.id === id)
  const trusted = [new URL(address).origin, ...(source?.origins ?? [])]
  return URL.canParse(url) && trusted.includes(new URL(url).origin)
}

interface Origin {
  connection: SourceConnection | undefined
  read: ReadContent
}

/** Fetches one attachment after the other. One that cannot be fetched is a loss; it does not end the import. */
export async function fetchFiles(deps: Deps, actor: Actor, running: Running, origin: Origin) {
  const { job, signal } = running
  const left = await queries.countFiles(deps.db, job.id)
  if (left === 0) return
  const total = job.report.fileCount ?? left
  await updateRunning(deps.db, running, { step: 'files', done: Math.max(0, total - left), total })
  for (;;) {
    signal.throwIfAborted()
    const file = await queries.findNextFile(deps.db, job.id)
    if (!file) return
    const bytes = file.deletedAt ? undefined : await contentOf(job, file, origin)
    const isStored = bytes !== undefined && (await store(deps, actor, running, file, bytes))
    if (!isStored) await drop(deps, running, file)
  }
}

interface WaitingFile {
  id: number
  taskId: number
  name: string
  url: string
  isCover: boolean
  /** The title of its task. */
  title: string
}

async function contentOf(job: StoredJob, { name, url }: WaitingFile, { connection, read }: Origin) {
  if (url.startsWith('content:')) return read.format.fileOf?.(read.content, url)
  if (!connection) return undefined
  const source = importSources.find(({ id }) => id === job.source)
  try {
    return await (source?.downloadFile?.(connection, { name, url }) ?? connection.file(url))
  } catch (error) {
    if (error instanceof SourceFailed || error instanceof OutboundAddressRefused) return undefined
    throw error
  }
}

/** Stores the content, and records it with the progress: an import that goes on fetches no attachment twice. */
async function store(deps: Deps, actor: Actor, running: Running, file: WaitingFile, bytes: Uint8Array) {
  const { job } = running
  const content = async function* () {
    yield bytes
  }
  try {
    const upload = {
      name: file.name,
      type: typeOf(file.name),
      size: bytes.length,
      sha256: sha256(bytes, 'hex'),
      content,
    }
    const stored = await putUpload(deps, upload)
    const changes = await inTransaction(deps, async tx => {
      const { projectId, attachmentCount, coverId } = await lockTask(tx, file.taskId)
      if (attachmentCount >= MAX_ATTACHMENTS)
        throw new Conflict('too_many_attachments', { limit: MAX_ATTACHMENTS })
      await requireSpace(tx, deps, projectId, stored.size)
      await queries.deleteFile(tx, file.id)
      const { id: uploaderId } = actor
      const createdAt = deps.now().toISOString()
      const id = await insertAttachment(tx, {
        ...stored,
        taskId: file.taskId,
        projectId,
        uploaderId,
        createdAt,
      })
      if (file.isCover && canBeCover(stored)) {
        // A cover that someone has chosen in the meantime stays.
        if (coverId === null) await updateTask(tx, file.taskId, { coverId: id })
        return storeChanges(tx, running, { done: job.done + 1 })
      }
      const losses = file.isCover ? { losses: addLosses(job.losses, [coverLoss(file)]) } : {}
      return storeChanges(tx, running, { done: job.done + 1, ...losses })
    })
    apply(running, changes)
    return true
  } catch (error) {
    if ([Conflict, TooLarge, ValidationFailed].some(Refusal => error instanceof Refusal)) return false
    throw error
  }
}

function coverLoss({ title }: WaitingFile) {
  return { kind: 'coverDropped', example: title } as const
}

async function drop(deps: Deps, running: Running, file: WaitingFile) {
  const { job } = running
  const { id, name, isCover } = file
  const changes = await inTransaction(deps, async tx => {
    await queries.deleteFile(tx, id)
    const losses = addLosses(job.losses, [
      { kind: 'attachmentDropped', example: name },
      ...(isCover ? [coverLoss(file)] : []),
    ])
    return storeChanges(tx, running, { done: job.done + 1, losses })
  })
  apply(running, changes)
}

const textTypes: Record<string, string> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
}

/** What the name says; the content decides. */
function typeOf(name: string) {
  return textTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? ''
}
