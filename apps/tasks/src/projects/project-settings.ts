import { ValidationFailed } from '@atrium/core/errors'
import type { Project } from './project.contract.ts'

type Settings = Project['settings']

const LARGEST_BYTES = 16 * 1024
const MOST_LEVELS = 100

/** Key by key: one that is not named stays, null removes it. */
export function mergedSettings(before: Settings, changes: Settings): Settings {
  if (isDeeperThan(MOST_LEVELS, changes)) {
    throw new ValidationFailed({ settings: [`must not be nested deeper than ${MOST_LEVELS} levels`] })
  }
  const entries = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  const settings = Object.fromEntries(entries)
  if (Buffer.byteLength(JSON.stringify(settings)) > LARGEST_BYTES) {
    throw new ValidationFailed({ settings: ['must have at most 16 KiB'] })
  }
  return settings
}

/** Neither JavaScript nor PostgreSQL can write out a value of any depth. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(part => isDeeperThan(levels - 1, part))
}
