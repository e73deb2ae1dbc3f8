import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepLog } from '../src/rotating-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-log-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'logs', 'service.log')

test('a log is appended to and readable only by its owner', async () => {
  await writeLines('first\n')
  await writeLines('second\n')
  assert.equal(readFileSync(file, 'utf8'), 'first\nsecond\n')
  assert.equal(statSync(file).mode & 0o777, 0o600)
})

test('a full log is rotated, and the previous one is kept', async () => {
  const mebibyte = `${'x'.repeat(1024 * 1024 - 1)}\n`
  await writeLines(...Array.from({ length: 20 }, () => mebibyte), 'after\n')
  assert.equal(statSync(`${file}.1`).size, 'first\nsecond\n'.length + 20 * 1024 * 1024)
  assert.equal(readFileSync(file, 'utf8'), 'after\n')
})

test('lines are lost on a full disk without further errors', { skip: !existsSync('/dev/full') }, async () => {
  const full = join(folder, 'full.log')
  symlinkSync('/dev/full', full)
  const source = new PassThrough()
  keepLog(source, full)
  source.write('lost\n')
  await sleep(50) // there is no signal for the failure
  rmSync(full)
  while (sizeOf(full) === 0) {
    source.write('kept\n')
    await sleep(1)
  }
  source.end()
  assert.match(readFileSync(full, 'utf8'), /kept\n$/)
})

test('a removed log is created again', async () => {
  const removed = join(folder, 'removed.log')
  const source = new PassThrough()
  keepLog(source, removed)
  while (!existsSync(removed)) await sleep(1)
  rmSync(removed)
  source.write('x'.repeat(20 * 1024 * 1024))
  while (!existsSync(removed)) await sleep(1)
  source.end('after\n')
  while (sizeOf(removed) === 0) await sleep(1)
  assert.equal(readFileSync(removed, 'utf8'), 'after\n')
})

async function writeLines(...lines: string[]) {
  const source = new PassThrough()
  keepLog(source, file)
  for (const line of lines) {
    const expected = sizeOf(file) + sizeOf(`${file}.1`) + line.length
    source.write(line)
    while (sizeOf(file) + sizeOf(`${file}.1`) < expected) await sleep(1)
  }
  source.end()
}

function sizeOf(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
