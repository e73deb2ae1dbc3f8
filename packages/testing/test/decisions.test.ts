import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../../', import.meta.url)
const decisions = globSync('docs/decisions/*.md', { cwd: root }).flatMap(file =>
  [...read(file).matchAll(/^## Decision (\d+)$/gm)].map(([, number]) => Number(number)),
)

test('every decision has a number of its own, below the next new one', () => {
  assert.ok(decisions.length > 200)
  const repeated = decisions.filter((number, index) => decisions.indexOf(number) !== index)
  assert.deepEqual(repeated, [])
  const [, next] = read('docs/decisions/README.md').match(/The next new one\s+is number (\d+)\./) ?? []
  assert.ok(Math.max(...decisions) < Number(next), `the next new one is number ${next}`)
})

function read(file: string) {
  return readFileSync(new URL(file, root), 'utf8')
}
