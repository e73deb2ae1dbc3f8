import assert from 'node:assert/strict'
import { test } from 'node:test'
import web from '../src/en/web.ts'
import { overEnglish, readTranslation, type Tree } from '../src/texts.ts'

const english = {
  title: 'Tasks',
  steps: ['Plan', 'Do'],
  menu: { open: 'Open', close: 'Close' },
  count_one: '{{count}} task',
  count_other: '{{count}} tasks',
  left_one: '{{count}} left',
  left_other: '{{count}} left',
} as unknown as Tree

test('what a partial language lacks is English, key by key', () => {
  const partial = { menu: { open: 'Отворити' }, steps: { 1: 'Урадити' } } as Tree
  const texts = overEnglish(english, partial, 'sr')
  assert.deepEqual(texts.menu, { open: 'Отворити', close: 'Close' })
  assert.deepEqual([texts.title, texts.steps], ['Tasks', ['Plan', 'Урадити']])
})

test('a plural is in one language, with every form that the language needs', () => {
  const forms = {
    count_one: '{{count}} задатак',
    count_few: '{{count}} задатка',
    count_other: '{{count}} задатака',
  }
  const texts = overEnglish(english, { ...forms, left_one: 'Преостао {{count}}' }, 'sr')
  assert.deepEqual(
    [texts.count_one, texts.count_few, texts.count_other],
    [forms.count_one, forms.count_few, forms.count_other],
  )
  assert.deepEqual([texts.left_one, texts.left_few, texts.left_other], Array(3).fill('{{count}} left'))
})

test('a language with few texts has every text of an application', () => {
  const texts = overEnglish(web as unknown as Tree, { navigation: { search: 'Suche' } }, 'de')
  assert.deepEqual(texts, { ...web, navigation: { ...web.navigation, search: 'Suche' } })
})

test('a language without a folder is English', () => {
  const none = readTranslation('zxx', 'web')
  assert.deepEqual(none, {})
  assert.deepEqual(overEnglish(web as unknown as Tree, none, 'de'), web)
})
