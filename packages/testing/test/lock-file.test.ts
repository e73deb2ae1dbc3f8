import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Locked = { optionalDependencies?: Record<string, string>; resolved?: string }

const packages: Record<string, Locked> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages

// With node_modules present, npm drops the binaries of other platforms from the lock file, and npm ci then skips them there.
test('the lock file has the binaries of all platforms', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(name => !isLocked(name, path))
      .map(name => `${name}, which ${path} names`),
  )
  assert.deepEqual(
    missing,
    [],
    'Delete node_modules and the lock entries of the packages that name these, then run npm install --package-lock-only',
  )
})

test('the lock file names no registry', () => {
  const addresses = Object.values(packages).flatMap(({ resolved }) =>
    resolved?.includes('://') ? [resolved] : [],
  )
  assert.deepEqual(addresses, [])
})

/** Looks for the package where Node would: beside the packages that its dependent contains, then further up. */
function isLocked(name: string, dependent: string): boolean {
  if (packages[`${dependent}/node_modules/${name}`.replace(/^\//, '')]) return true
  return (
    dependent !== '' &&
    isLocked(name, dependent.slice(0, Math.max(0, dependent.lastIndexOf('/node_modules/'))))
  )
}
