import { readFile } from 'node:fs/promises'

/**
 * What a migration does to a table that exists before it. Until its end, everyone waits for a locked table, and changes wait for
 * a write-locked one; how long it takes depends on the size of the tables that it rewrites, indexes, writes to or reads.
 */
export type Effect = 'locked' | 'write-locked' | 'rewritten' | 'indexed' | 'written' | 'read'
export type Effects = Record<string, Effect[]>

/** Reads the effects of all migrations in the folder, as `npm run types:database` has observed them. */
export async function readEffects(folder: URL): Promise<Record<string, Effects>> {
  return JSON.parse(await readFile(effectsFile(folder), 'utf8'))
}

export function effectsFile(folder: URL) {
  return new URL('effects.json', folder)
}
