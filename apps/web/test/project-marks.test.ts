import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTaskKey, suggestProjectKey, taskKey } from '@atrium/tasks/projects/project-key.contract'
import {
  colorOf,
  initialOf,
  letterColorOn,
  projectColors,
  suggestedColor,
  suggestedKey,
} from '../src/project-mark/project-marks.ts'

const project = (key: string | null, color: string | null = null, id = 0) => ({ id, key, color })

test('a key is read in any case, a number with and without its sign', () => {
  assert.deepEqual(parseTaskKey('wr-12'), { projectKey: 'WR', number: 12 })
  assert.deepEqual(parseTaskKey('Переез-7'), { projectKey: 'ПЕРЕЕЗ', number: 7 })
  assert.deepEqual(parseTaskKey('q4-1'), { projectKey: 'Q4', number: 1 })
  for (const text of ['#12', '12'])
    assert.deepEqual(parseTaskKey(text), { projectKey: undefined, number: 12 })
  for (const text of [
    '',
    '#',
    'wr',
    'wr-',
    '-12',
    'wr12',
    '4q-1',
    'toolong-1',
    'wr-1a',
    'wr 12',
    '1.5',
    '-1',
  ]) {
    assert.equal(parseTaskKey(text), undefined, text)
  }
  assert.deepEqual([taskKey(12, 'WR'), taskKey(12, null), taskKey(12, undefined)], ['WR-12', '#12', '#12'])
})

test('the key is suggested from the name, with a digit if another project has it', () => {
  assert.equal(suggestProjectKey('Website relaunch'), 'WR')
  assert.equal(suggestedKey('Website relaunch', []), 'WR')
  assert.equal(suggestedKey('Website relaunch', [project('WR'), project('WR2')]), 'WR3')
  assert.equal(suggestedKey('2026', [project(null)]), '')
})

test('the suggested color is one that the fewest projects have', () => {
  const { blue, teal, green } = projectColors
  assert.equal(suggestedColor([]), blue)
  assert.equal(suggestedColor([project(null, blue), project(null, null, 1)]), green, 'the second has teal')
  const all = Object.values(projectColors).map(color => project(null, color))
  assert.equal(suggestedColor([...all, project(null, blue)]), teal)
})

test('the letter is readable on every color', () => {
  for (const color of Object.values(projectColors)) assert.equal(letterColorOn(color), '#fff', color)
  assert.equal(letterColorOn('#ffe066'), '#000')
  assert.equal(letterColorOn('#000000'), '#fff')
  assert.equal(letterColorOn(colorOf({ id: 12, color: null })), '#fff')
})

test('the initial is the first letter or digit of the name', () => {
  assert.deepEqual(['garden', ' «Весна»', '2026 plan', '🚀', ''].map(initialOf), ['G', 'В', '2', '🚀', ''])
})
