import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))

/** The compiler must refuse exactly the lines that end with `// wrong`; the folder has its own tsconfig.json. */
export function assertTypeErrors(folder: URL, file: string) {
  const { stdout } = spawnSync(tsc, ['-p', fileURLToPath(folder), '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const refused = [...stdout.matchAll(/^(.+)\((\d+),\d+\): error/gm)]
  const elsewhere = refused.filter(([, name]) => name !== file)
  assert.deepEqual(elsewhere, [], stdout)
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n')
  const wrong = lines.flatMap((line, index) => (line.endsWith('// wrong') ? [`${index + 1}: ${line}`] : []))
  const found = [...new Set(refused.map(([, , number]) => `${number}: ${lines[Number(number) - 1]}`))]
  assert.deepEqual(found, wrong, stdout)
}
