import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const cwd = fileURLToPath(new URL('../../../../deploy/prometheus/', import.meta.url))
const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd, encoding: 'utf8' })
const skip = promtool('--version').error
  ? 'promtool is not installed (Debian: apt install prometheus)'
  : false

for (const args of [
  ['check', 'rules', 'alerts.yml'],
  ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]) {
  test(`promtool ${args.join(' ')}`, { skip }, () => {
    const { status, stdout, stderr } = promtool(...args)
    assert.equal(status, 0, stdout + stderr)
  })
}
