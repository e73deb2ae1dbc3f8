import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepLog } from '../src/rotating-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-log-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'logs', 'service.log')

test('a log goes on where it ended, for its owner alone', async () => {
  await say('first\n')
  await say('second\n')
  assert.equal(readFileSync(file, 'utf8'), 'first\nsecond\n')
  assert.equal(statSync(file).mode & 0o777, 0o600)
})

test('a full log makes room, and the one before it is kept', async () => {
  const mebibyte = `${'x'.repeat(1024 * 1024 - 1)}\n`
  await say(...Array.from({ length: 20 }, () => mebibyte), 'after\n')
  assert.equal(statSync(`${file}.1`).size, 'first\nsecond\n'.length + 20 * 1024 * 1024)
  assert.equal(readFileSync(file, 'utf8'), 'after\n')
})

async function say(...lines: string[]) {
  const source = new PassThrough()
  keepLog(source, file)
  for (const line of lines) {
    const said = sizeOf(file) + sizeOf(`${file}.1`) + line.length
    source.write(line)
    while (sizeOf(file) + sizeOf(`${file}.1`) < said) await sleep(1)
  }
  source.end()
}

function sizeOf(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
