import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillIn, paramsIn } from '../src/fill-in.ts'

test('nouns have the plural form of their number in the language', () => {
  const russian = '{count, plural, one {# секунда} few {# секунды} many {# секунд} other {# секунды}}'
  const seconds = (count: number) => fillIn(russian, { count }, 'ru')
  assert.deepEqual([1, 21, 101].map(seconds), ['1 секунда', '21 секунда', '101 секунда'])
  assert.deepEqual([2, 4, 33].map(seconds), ['2 секунды', '4 секунды', '33 секунды'])
  assert.deepEqual([5, 11, 112].map(seconds), ['5 секунд', '11 секунд', '112 секунд'])
  const english = 'in {count, plural, =0 {no time} one {# second} other {# seconds}}'
  assert.deepEqual(
    [0, 1, 2].map(count => fillIn(english, { count }, 'en')),
    ['in no time', 'in 1 second', 'in 2 seconds'],
  )
})

test('a choice between texts takes the one that is named, or the other one', () => {
  const text = 'You are {role, select, owner {the owner of {project}} other {a {role}}}.'
  assert.equal(fillIn(text, { role: 'owner', project: 'Web' }, 'en'), 'You are the owner of Web.')
  assert.equal(fillIn(text, { role: 'guest', project: 'Web' }, 'en'), 'You are a guest.')
})

test('what is filled in is never read as a placeholder itself', () => {
  const text = '{name}: {count, plural, one {# of {name}} other {#}}'
  assert.equal(fillIn(text, { name: '{count}', count: 1 }, 'en'), '{count}: 1 of {count}')
})

test('lists are joined, and bytes are rounded up to megabytes', () => {
  assert.equal(fillIn('{names}', { names: ['a', 'b'] }, 'en'), 'a, b')
  assert.equal(fillIn('{size, megabytes} MB', { size: 1_000_001 }, 'en'), '2 MB')
})

test('the parameters of a text include those of its choices', () => {
  assert.deepEqual(paramsIn('{b} {a, plural, one {# of {c}} other {#}} {b}'), ['a', 'b', 'c'])
})
