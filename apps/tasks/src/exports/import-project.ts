import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { assignIds, type ExportedPeople, findPeople } from './assign-ids.queries.ts'
import { exportKinds } from './export-kinds.ts'
import { addOwner, finishTasks, insertKind } from './insert-records.queries.ts'
import { prepareImport } from './prepare-import.ts'
import { readRecords, refusal, requireExport } from './read-export.ts'
import type { NumberedKind } from './record-numbers.ts'
import { storeContents } from './store-contents.ts'
import { unpackArchive } from './unpack-archive.ts'

export interface ImportedProject {
  projectId: number
  name: string
  /** How many records there are of each kind. */
  counts: Partial<Record<NumberedKind, number>>
  people: ExportedPeople['people']
  /** The addresses of people without an account here: what they did is yours now. */
  unknownPeople: string[]
  /** Attachments whose content the export does not have. They are left out. */
  missingFiles: number
}

const MAX_BYTES = 20 * 1024 ** 3

/**
 * Creates a project from the archive of an export, all or nothing. Nobody is notified. The importer owns it. `afterwards` runs in
 * the same transaction.
 */
export async function importProjectExport(
  deps: Deps,
  actor: Actor,
  archive: AsyncIterable<Uint8Array>,
  afterwards: (tx: Database, imported: ImportedProject) => Promise<void> = async () => {},
): Promise<ImportedProject> {
  const folder = join(tmpdir(), `atrium-import-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    await unpackArchive(archive, folder, MAX_BYTES)
    await requireExport(folder)
    const contents = await storeContents(deps, folder)
    return await inTransaction(deps, async tx => {
      const { ids, people, unknownPeople } = await findPeople(tx, deps, folder, actor)
      await assignIds(tx, folder, ids)
      const importing = await prepareImport(tx, deps, { folder, actor, ids, contents })
      for (const kind of exportKinds) await insertKind(tx, kind, importing)
      await finishTasks(tx, importing)
      await addOwner(tx, importing.projectId, actor.id)
      const subject = { subjectType: 'project', subjectId: importing.projectId }
      await audit(deps, tx, actor, { action: 'project.imported', ...subject, details: { source: 'atrium' } })
      const counts = Object.fromEntries([...ids].map(([kind, list]) => [kind, list.length]))
      const imported = {
        projectId: importing.projectId,
        name: await findName(folder),
        counts,
        people,
        unknownPeople,
        missingFiles: (ids.get('attachments')?.length ?? 0) - contents.size,
      }
      await afterwards(tx, imported)
      return imported
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function findName(folder: string) {
  for await (const { name } of readRecords(folder, 'project')) return String(name)
  throw refusal('project', 1)
}
