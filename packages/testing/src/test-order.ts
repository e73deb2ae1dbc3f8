import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runFolder } from './run-folder.ts'

/** What each file took in earlier runs on this machine. */
const record = 'node_modules/.cache/test-seconds.json'
const ofThisRun = () => join(runFolder(), 'test-seconds.txt')

/** Orders test files so that the longest start first: at the end, no worker runs alone. */
export function longestFirst(files: string[]) {
  const seconds = readRecord()
  const expected = (file: string) => seconds[file] ?? statSync(file).size / 1000 // how long tests take on average
  return files.toSorted((a, b) => expected(b) - expected(a))
}

export function recordSeconds(file: string, seconds: number) {
  appendFileSync(ofThisRun(), `${seconds.toFixed(1)} ${file}\n`)
}

/** Keeps what the files of this run took for the next one. */
export function keepRecord() {
  if (!existsSync(ofThisRun())) return
  const seconds = readRecord()
  for (const line of readFileSync(ofThisRun(), 'utf8').trim().split('\n')) {
    const [taken = '', file = ''] = line.split(' ')
    seconds[file] = Number(taken)
  }
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify(seconds))
}

function readRecord(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch {
    return {} // the first run
  }
}
