import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * `main → app → *.routes → verbs → *.queries`; contracts import contracts only; a chapter imports only chapters
 * before it. The other direction goes through events.
 */
export function checkImportOrder(source: URL, chapters: string[]) {
  const offences = globSync('**/*.ts', { cwd: source }).flatMap(file =>
    importsOf(source, file).flatMap(target => offence(file, target, chapters) ?? []),
  )
  assert.deepEqual(offences, [])
}

function importsOf(source: URL, file: string) {
  const text = readFileSync(new URL(file, source), 'utf8')
  return [...text.matchAll(/ from '([^']+)'/g)].map(([, target = '']) => target)
}

function offence(file: string, target: string, chapters: string[]) {
  const [chapter = '', ...rest] = file.split('/')
  const isInChapter = rest.length > 0
  const found = `${file} imports ${target}`
  if (isInChapter && !chapters.includes(chapter)) return `${file} is in no known chapter`
  if (target.endsWith('.routes.ts') && basename(file) !== 'app.ts') return found
  if (file.endsWith('.queries.ts') && /\.routes\.ts$/.test(target)) return found
  if (file.endsWith('.contract.ts') && !isContractImport(target)) return found
  const [, targetChapter] = target.match(/^#([^/]+)\//) ?? []
  if (isInChapter && leavesChapter(file, target)) return `${found}, which is elsewhere: #`
  if (!isInChapter || !targetChapter) return undefined
  if (targetChapter === chapter) return `${found}, which is a neighbour: ./`
  return chapters.indexOf(targetChapter) > chapters.indexOf(chapter) ? found : undefined
}

/** From a sub-folder, `../` reaches the rest of the chapter and nothing beyond. */
function leavesChapter(file: string, target: string) {
  const [chapter = ''] = file.split('/')
  return target.startsWith('.') && !join(dirname(file), target).startsWith(`${chapter}/`)
}

function isContractImport(target: string) {
  return (
    target === 'typebox' ||
    /\.contract(\.ts)?$/.test(target) ||
    /^@atrium\/core\/(schema|contract|preferences|languages?)$/.test(target) ||
    target === '@atrium/texts/words'
  )
}
