import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPreparedInstallation, migratedDatabases } from './atrium.ts'

/** An installation with other keys, an own file store, and databases without users. */
export async function createOther({ TASKS_CLIENT_ID }: { TASKS_CLIENT_ID: string }) {
  const installation = await createPreparedInstallation({
    ...(await migratedDatabases()),
    OAUTH2_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    TASKS_CLIENT_ID,
  })
  installation.environment.STORAGE_URL = `file:${join(installation.home, 'files')}`
  return installation
}

function filesIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
  return new Map(names.map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

/** All that two exports of equal data have in common. */
export function comparable(folder: string) {
  const files = filesIn(folder)
  const { exportedAt: _, ...head } = JSON.parse(files.get('export.json') ?? '')
  return [...files.set('export.json', JSON.stringify(head))]
}
