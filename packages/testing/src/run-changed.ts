import { execFileSync, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { changedTests } from './changed-tests.ts'

/** Runs the service tests of what differs from the branch `main`, or from the last commit on that branch itself. */
const [base = 'HEAD'] = git('merge-base', 'HEAD', isOnMain() ? 'HEAD' : 'main')
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
const patterns = changedTests(changed.filter(Boolean))
const files = [...new Set(patterns.flatMap(pattern => globSync(pattern)))].filter(
  file => !file.endsWith('.long.test.ts'),
)
if (files.length === 0) {
  console.log('Nothing that service tests cover has changed.')
} else {
  console.log(`${files.length} test files for ${changed.length} changed files`)
  const { status } = spawnSync('npm', ['run', '-s', 'test:services', '--', ...files], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function isOnMain() {
  return git('branch', '--show-current')[0] === 'main'
}

function git(...words: string[]) {
  return execFileSync('git', words, { encoding: 'utf8' }).trim().split('\n')
}
