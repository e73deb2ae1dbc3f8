import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { exportTexts, importTexts, TranslationRefused } from '../src/translate.ts'

const target = mkdtempSync(join(tmpdir(), 'texts-'))
after(() => rmSync(target, { recursive: true }))

const texts = exportTexts('vo')
const translated = (key: string, translation: string) => ({ [key]: { ...texts[key], translation } })
const store = (file: object) => importTexts('vo', file, pathToFileURL(`${target}/`))
const stored = (file: string) => JSON.parse(readFileSync(join(target, 'vo', file), 'utf8'))

function problemsOf(file: object) {
  try {
    store(file)
    return []
  } catch (error) {
    assert.ok(error instanceof TranslationRefused)
    return error.problems
  }
}

test('a new language starts with every English text and no translation', () => {
  assert.deepEqual(texts['web.boards.board.trash'], { en: 'Trash', translation: '' })
  assert.ok(Object.values(texts).every(({ translation }) => translation === ''))
  store(texts)
  assert.ok(!existsSync(join(target, 'vo')))
})

test('translations are stored by part and chapter, in the shape of the English texts', () => {
  const changed = store({
    ...translated('web.boards.board.trash', 'Papierkorb'),
    ...translated('web.navigation.search', 'Suche'),
    ...translated('tasks.boards.errors.board_not_found', 'Board nicht gefunden'),
    ...translated('tasks.boards.first.columns.2', 'Fertig'),
    ...translated('ui.language', 'Sprache'),
  })
  assert.equal(changed, 5)
  assert.deepEqual(stored('web/boards.json'), { boards: { board: { trash: 'Papierkorb' } } })
  assert.deepEqual(stored('web/frame.json'), { navigation: { search: 'Suche' } })
  assert.deepEqual(stored('tasks/boards.json'), {
    boards: { errors: { board_not_found: 'Board nicht gefunden' }, first: { columns: { 2: 'Fertig' } } },
  })
  assert.deepEqual(stored('ui.json'), { language: 'Sprache' })
  assert.equal(existsSync(join(target, 'vo/web/tasks.json')), false)
})

test('a file with unknown keys, other parameters or old English is refused as a whole', () => {
  const key = 'web.boards.board.tasksOf'
  assert.deepEqual(problemsOf({ 'web.nothing': { en: 'Nothing', translation: 'Nichts' } }), [
    'web.nothing: there is no such text.',
  ])
  assert.deepEqual(problemsOf(translated(key, 'Nur {{titel}}')), [
    `${key}: the English text has no parameter titel.`,
    `${key}: the parameter name is missing.`,
  ])
  assert.match(String(problemsOf({ [key]: { en: 'Old', translation: 'Alt' } })), /the English text is now/)
  assert.match(String(problemsOf({ [key]: 'Alt' })), /must have the texts "en" and "translation"/)
  assert.match(String(problemsOf([])), /must be an object/)
  const mixed = { ...translated('ui.language', 'Andere'), 'web.nothing': { en: '', translation: '' } }
  assert.equal(problemsOf(mixed).length, 1)
  assert.deepEqual(stored('ui.json'), { language: 'Sprache' })
})
