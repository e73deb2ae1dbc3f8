import { ValidationFailed } from '@atrium/http/errors'
import type { Project } from './project.schema.ts'

type Settings = Project['settings']

const LARGEST_BYTES = 16 * 1024

/** Key by key: one that is not named stays, null removes it. */
export function mergedSettings(before: Settings, changes: Settings): Settings {
  const entries = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  const settings = Object.fromEntries(entries)
  if (Buffer.byteLength(JSON.stringify(settings)) > LARGEST_BYTES) {
    throw new ValidationFailed({ settings: ['must have at most 16 KiB'] })
  }
  return settings
}
