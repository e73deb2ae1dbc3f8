import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packs } from '@atrium/texts/words'
import {
  fitOf,
  keyFilters,
  neighbour,
  ranked,
  selectedOf,
  stillFits,
} from '../src/features/command-palette/command.ts'
import { commandWords } from '../src/features/command-palette/command-words.ts'

test('a command is found by the beginnings of its words, in any order, without case and accents', () => {
  const command = { label: 'Sprint board', keywords: 'Website relaunch' }
  const found = (text: string) => fitOf(command, text) > 0
  assert.deepEqual(
    ['', '  ', 'board', 'BOARD spr', 'relaunch board', 'sprint x', 'boards', 'oard'].map(found),
    [true, true, true, true, true, false, false, false],
  )
  assert.ok(fitOf({ label: 'Тема: Тёмная' }, 'темная') > 0)
  assert.ok(fitOf({ label: 'Мой календарь' }, 'мои') === 0, 'й is a letter of its own')
})

test('labels rank before keywords, and labels that begin with the text before others', () => {
  const commands = [
    { label: 'Profile', keywords: 'settings' },
    { label: 'Project settings' },
    { label: 'Settings of Garden' },
    { label: 'Time' },
    { label: 'Settle the bill' },
  ]
  assert.deepEqual(
    ranked(commands, 'sett').map(({ label }) => label),
    ['Settings of Garden', 'Settle the bill', 'Project settings', 'Profile'],
  )
})

test('common words find their command in both languages', () => {
  const find = (text: string) =>
    [...new Set(packs.flatMap(({ commands }) => Object.keys(commands)))].filter(
      id => fitOf({ label: '', keywords: commandWords(id) }, text) > 0,
    )
  for (const [text, id] of [
    ['settings', '/profile'],
    ['настройки', '/profile'],
    ['invite', 'invite'],
    ['пригласить', '/administration'],
    ['members', 'members'],
    ['участники', 'members'],
    ['dark', 'theme-dark'],
    ['темная', 'theme-dark'],
    ['logout', 'sign-out'],
    ['log out', 'sign-out'],
    ['выйти', 'sign-out'],
    ['password', 'account'],
    ['пароль', 'account'],
  ] as const)
    assert.ok(find(text).includes(id), `${text} finds ${find(text)}`)
})

test('Enter never creates anything unless it was chosen', () => {
  const create = { id: 'create-here', isCreation: true }
  const task = { id: 'task-1' }
  assert.equal(selectedOf([create], undefined), undefined)
  assert.equal(selectedOf([create, task], undefined), task)
  assert.equal(selectedOf([task, create], 'create-here'), create)
  assert.equal(selectedOf([create], 'task-1'), undefined, 'what was chosen is gone')
  assert.equal(selectedOf([], undefined), undefined)
})

test('the arrows go around the list and reach what is not preselected', () => {
  const list = ['a', 'b', 'c']
  assert.deepEqual(
    [neighbour(list, 'a', 1), neighbour(list, 'c', 1), neighbour(list, 'a', -1), neighbour(list, 'b', -1)],
    ['b', 'a', 'c', 'a'],
  )
  assert.deepEqual([neighbour(list, undefined, 1), neighbour(list, undefined, -1)], ['a', 'c'])
  assert.equal(neighbour([], undefined, 1), undefined)
})

test('while a search runs, only tasks that still contain the text are shown', () => {
  const task = { title: 'Sharpen the pencils', number: 12, projectKey: 'WR' }
  assert.deepEqual(
    ['sharp', 'pencils SHARPEN', '#12', 'wr-12', '12', '#1', 'wr-1', 'om-12', 'pens'].map(text =>
      stillFits(task, text),
    ),
    [true, true, true, true, true, false, false, false, false],
  )
})

test('a key is looked for in the projects that have it, a number in all of them', () => {
  const projects = [
    { id: 3, key: 'WR' },
    { id: 4, key: null },
    { id: 5, key: 'WR' },
  ]
  assert.deepEqual(keyFilters('wr-12', projects), { search: '#12', projectId: '3,5' })
  assert.deepEqual(keyFilters('#12', projects), { search: '#12' })
  assert.deepEqual(keyFilters('12', projects), { search: '#12' })
  for (const text of ['om-12', 'wr-12 b', 'wr-', 'wr', '']) {
    assert.equal(keyFilters(text, projects), undefined, text)
  }
})
