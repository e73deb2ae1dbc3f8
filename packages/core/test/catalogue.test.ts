import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCatalogue } from '@atrium/testing/catalogues'
import { assertTypeErrors } from '@atrium/testing/type-errors'
import { defineErrors, mergeCatalogues, textOf } from '../src/catalogue.ts'
import { DomainError, describeError, errorsOf, ValidationFailed } from '../src/errors.ts'
import { pluralRu } from '../src/language.ts'
import { sharedErrors } from '../src/shared.errors.ts'

const boards = defineErrors({
  board_full: {
    status: 409,
    en: '{name} has reached its limit of {limit}',
    ru: ({ name, limit }: { name: string; limit: number }) =>
      `На доске «${name}» уже ${pluralRu(limit, 'карточка', 'карточки', 'карточек')}`,
  },
  wait: { status: 429, en: 'Try again later', ru: 'Попробуйте позже' },
  sign_in_required: { status: 401, en: 'Sign in first', ru: 'Сначала войдите' },
  too_long: { en: 'must have at most {limit} characters', ru: 'максимум {limit}' },
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
  const columns = defineErrors({ column_full: { status: 409, en: 'Full', ru: 'Заполнена' } })
  const merged = mergeCatalogues(boards, columns, boards)
  assert.deepEqual(Object.keys(merged), [...Object.keys(boards), 'column_full'])
  const other = defineErrors({ board_full: { status: 409, en: 'Full', ru: 'Заполнена' } })
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
    defineErrors({ validation_failed: { status: 422, en: 'Validation failed', ru: 'Проверьте поля' } }),
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

test('Russian nouns use the plural form of their number', () => {
  const seconds = (count: number) => pluralRu(count, 'секунда', 'секунды', 'секунд')
  assert.deepEqual([1, 21, 101].map(seconds), ['1 секунда', '21 секунда', '101 секунда'])
  assert.deepEqual([2, 4, 33].map(seconds), ['2 секунды', '4 секунды', '33 секунды'])
  assert.deepEqual([5, 11, 112].map(seconds), ['5 секунд', '11 секунд', '112 секунд'])
})
