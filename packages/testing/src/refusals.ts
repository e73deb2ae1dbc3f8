import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** Words with which what is wrong with a field begins. */
const FIELD_TEXT = /^(must|is|are|has|have|does|do|belongs|cannot|was|were|of a) (?!not$)\S/
const SENTENCE = /^([A-Z]|\{\}) ?\S*[^\s:;] \S*.* \S/
const ENTITY = /(EntityNotFound\(|(inProject|ownOrAny)\('[^']*', |\bfound\(await .*, )$/
/** Whoever starts the service reads these, or a program; nor is an answer that all went well a refusal. */
const OTHER_ERRORS = /new (StartRefused|Error|OAuthError)\((?:[^()]|\([^()]*\))*\)/g
const NO_REFUSAL =
  /((message|description|title|summary|done|asked|help|[1-5]\d\d): |log\.\w+\(.*|^ *export const \w+Russian.*)$/

/**
 * Fails when a sentence of these sources that can reach an answer has no Russian among the known ones. `others` are
 * sentences that look like refusals and are none; in both, a name in braces stands for what varies.
 */
export function checkRussian(source: URL, known: object, others: string[] = []) {
  const translated = new Set([...Object.keys(known), ...others].map(text => text.replace(/\{\w+\}/g, '{}')))
  const missing = globSync('**/*.ts', { cwd: source })
    .filter(file => !/russian\.ts$|\/guides\/|settings\.ts$/.test(file))
    .flatMap(file => refusalsIn(readFileSync(new URL(file, source), 'utf8')).map(text => ({ file, text })))
    .filter(({ text }) => !translated.has(text))
  assert.deepEqual(missing, [])
}

const untranslated = new Set<string>()
let isReported = false

/** The file fails when one of its tests provoked a refusal that has no Russian. */
export function watchRefusals(app: FastifyInstance, inRussian: (sentence: string) => string | undefined) {
  app.addHook('onSend', async (_request, { statusCode }, payload) => {
    if (statusCode < 400 || typeof payload !== 'string' || !payload.startsWith('{"error":{')) return
    const { message, details } = JSON.parse(payload).error
    const texts = [message, ...Object.values(details?.errors ?? {}).flat()] as string[]
    for (const text of texts)
      if (!/\p{Script=Cyrillic}/u.test(text) && !inRussian(text)) untranslated.add(text)
  })
  if (isReported) return
  isReported = true
  process.once('exit', () => {
    if (untranslated.size === 0) return
    console.error('These refusals have no Russian:', [...untranslated])
    process.exitCode = 1
  })
}

function refusalsIn(text: string) {
  const refuses = /\/errors('|\.ts')|extends DomainError/.test(text)
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '').replace(OTHER_ERRORS, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].flatMap(found => {
    const before = lineBefore(code, found.index)
    const sentence = (found[1] ?? found[2] ?? '').replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '{}')
    if (ENTITY.test(before) && /^[A-Z]/.test(sentence)) return [`${sentence} was not found`]
    if (NO_REFUSAL.test(before)) return []
    return FIELD_TEXT.test(sentence) || (refuses && SENTENCE.test(sentence)) ? [sentence] : []
  })
}

/** What stands before a text on its line or, if that is nothing, on the line above. */
function lineBefore(code: string, index: number) {
  const lines = code.slice(0, index).split('\n')
  const line = lines.at(-1) ?? ''
  return line.trim() ? line : `${lines.at(-2)?.trimEnd()} `
}
