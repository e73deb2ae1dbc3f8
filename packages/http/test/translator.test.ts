import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translator } from '../src/translator.ts'

test('the sentence with more fixed words wins', () => {
  const say = translator({ 'must be {value}': 'нужно {value}', 'must be at least {limit}': 'от {limit}' })
  assert.equal(say('must be at least 5'), 'от 5')
  assert.equal(say('must be 5'), 'нужно 5')
  assert.equal(say('toString'), undefined)
})

test('a value is the text between the fixed words', () => {
  const say = translator({ '{entity} with this {field} already exists': '{entity} / {field}' })
  assert.equal(say('User role with this name already exists'), 'User role / name')
  assert.equal(say('A with this B with this C already exists'), 'A / B with this C')
  assert.equal(say('A with this already exists'), undefined)
  assert.equal(say('A with this B already exists now'), undefined)
})
