import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const LIMIT_KB = 248
const BOARD_LIMIT_KB = 91

test(`the application starts with at most ${LIMIT_KB} kB of JavaScript, a board adds at most ${BOARD_LIMIT_KB}`, {
  skip: !existsSync(dist) && 'the web application is not built',
}, () => {
  const page = readFileSync(new URL('index.html', dist), 'utf8')
  // The entry and its imports: Vite lists all of them in the page.
  assertSize([...page.matchAll(/(?:src|href)="\/app\/([^"]+\.js)"/g)], LIMIT_KB)
  const [, ofBoard = ''] = page.match(/board:\[([^\]]+)\]/) ?? []
  assertSize([...ofBoard.matchAll(/\/app\/(assets\/[^`]+\.js)/g)], BOARD_LIMIT_KB)
})

function assertSize(scripts: RegExpExecArray[], limit: number) {
  const sizes = scripts.map(([, path = '']) => ({
    path,
    kB: gzipSync(readFileSync(new URL(path, dist))).length / 1000,
  }))
  const total = sizes.reduce((sum, { kB }) => sum + kB, 0)
  const largest = sizes.sort((one, other) => other.kB - one.kB).slice(0, 8)
  assert.ok(scripts.length > 0)
  assert.ok(total <= limit, `it is ${total.toFixed(0)} kB; the largest: ${JSON.stringify(largest)}`)
}

test('heavy parts are loaded when they are first needed', { skip: !existsSync(dist) }, () => {
  const page = readFileSync(new URL('index.html', dist), 'utf8')
  for (const part of ['BarChart', 'DatePicker', 'markdown', 'palette', 'papaparse']) {
    assert.doesNotMatch(page, new RegExp(part, 'i'))
  }
})
