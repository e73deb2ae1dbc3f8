import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { limit } from './options.ts'
import type { Report } from './report.ts'

export const FIGURES_FILE = 'docs/performance.md'
const file = fileURLToPath(new URL(`../${FIGURES_FILE}`, import.meta.url))
const START = '<!-- figures: written by `npm run bench -- all` -->'
const END = '<!-- end of figures -->'

export function describeMachine({ details }: Report) {
  details.set('date', new Date().toISOString().slice(0, 16).replace('T', ' '))
  details.set('commit', commit())
  details.set('processor', `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`)
  details.set('memory', `${(totalmem() / 2 ** 30).toFixed(0)} GiB`)
  details.set('Node', process.version)
  details.set(
    'measurements',
    `${limit('BENCH_SECONDS')} s each after ${limit('BENCH_WARM_UP')} s of warm-up; services, database and load generator share the machine`,
  )
}

function commit() {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  try {
    const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== ''
    return git('rev-parse', '--short', 'HEAD') + (hasChanges ? ', with uncommitted changes' : '')
  } catch {
    return 'unknown'
  }
}

/** Replaces the figures in the document and leaves its text as it is. */
export function writeFigures(markdown: string) {
  const document = readFileSync(file, 'utf8')
  const [before = ''] = document.split(START)
  const [, after = '\n'] = document.split(END)
  writeFileSync(file, `${before.trimEnd()}\n\n${START}\n## Figures\n\n${markdown}\n${END}${after}`)
}
