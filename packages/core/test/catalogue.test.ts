import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCatalogue } from '@atrium/testing/catalogues'
import { assertTypeErrors } from '@atrium/testing/type-errors'
import { defineErrors, mergeCatalogues, textOf } from '../src/catalogue.ts'
import { DomainError, describeError, errorsOf, ValidationFailed } from '../src/errors.ts'
import { sharedErrors } from '../src/shared.errors.ts'

const en = {
  board_full: '{name} has reached its limit of {limit}',
  wait: 'Try again later',
  sign_in_required: 'Sign in first',
  too_long: 'must have at most {limit} characters',
} as const
const ru = {
  board_full:
    'На доске «{name}» уже {limit, plural, one {# карточка} few {# карточки} many {# карточек} other {# карточки}}',
  wait: 'Попробуйте позже',
  sign_in_required: 'Сначала войдите',
  too_long: 'максимум {limit}',
} as unknown as typeof en

const boards = defineErrors(language => (language === 'ru' ? ru : en), {
  board_full: 409,
  wait: 429,
  sign_in_required: 401,
})
const { Conflict, NotAuthenticated, TooManyRequests } = errorsOf(boards)

test('parameters are inserted verbatim', () => {
  const params = { name: '{limit}', limit: 5 }
  assert.equal(textOf(boards, 'en', 'board_full', params), '{limit} has reached its limit of 5')
  assert.equal(textOf(boards, 'ru', 'board_full', params), 'На доске «{limit}» уже 5 карточек')
})

test('a missing parameter is empty, and an unknown code is shown verbatim', () => {
  assert.equal(textOf(boards, 'en', 'too_long'), 'must have at most  characters')
  assert.equal(textOf(boards, 'ru', 'unheard_of', { limit: 5 }), 'unheard_of')
})

test('catalogues are merged unless they disagree about a code', () => {
  const columns = defineErrors(() => ({ column_full: 'Full' }), { column_full: 409 })
  const merged = mergeCatalogues(boards, columns, boards)
  assert.deepEqual(Object.keys(merged), [...Object.keys(boards), 'column_full'])
  const other = defineErrors(() => ({ board_full: 'Full' }), { board_full: 409 })
  assert.throws(() => mergeCatalogues(boards, other), /board_full is defined twice/)
})

test('an error has the status of its class, a code and public parameters', () => {
  const cause = new Error('the reason, for the log')
  const error = new Conflict('board_full', { name: 'Sprint', limit: 5 }, { cause })
  assert.ok(error instanceof DomainError && error instanceof Conflict)
  const { statusCode, code, params, message } = error
  assert.deepEqual([statusCode, code, params], [409, 'board_full', { name: 'Sprint', limit: 5 }])
  assert.deepEqual([message, error.cause], ['board_full', cause])
})

test('a 401 has the scheme and the sign-in page, a 429 the time to retry', () => {
  const { headers, leadsToSignIn } = new NotAuthenticated('sign_in_required')
  assert.deepEqual([headers, leadsToSignIn], [{ 'www-authenticate': 'Bearer' }, true])
  const stays = new NotAuthenticated('sign_in_required', {}, { leadsToSignIn: false })
  assert.equal(stays.leadsToSignIn, false)
  assert.deepEqual(new TooManyRequests('wait', { retryAfter: 30 }).headers, { 'retry-after': '30' })
})

test('errors are described per language and field', () => {
  const catalogue = mergeCatalogues(
    defineErrors(() => ({ validation_failed: 'Проверьте поля' }), { validation_failed: 422 }),
    boards,
  )
  const error = new ValidationFailed({ name: { code: 'too_long', limit: 5 }, size: ['wrong', 'worse'] })
  assert.deepEqual(describeError(catalogue, 'ru', error), {
    message: 'Проверьте поля',
    fields: { name: ['максимум 5'], size: ['wrong', 'worse'] },
  })
  assert.deepEqual(describeError(catalogue, 'en', new NotAuthenticated('sign_in_required')), {
    message: 'Sign in first',
  })
})

test('the compiler refuses unknown codes, codes of another class and missing parameters', () => {
  assertTypeErrors(new URL('wrong-types/', import.meta.url), 'errors.ts')
})

test('every shared error has the same parameters in both languages', () => {
  checkCatalogue(sharedErrors)
})
