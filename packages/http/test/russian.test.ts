import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict } from '@atrium/core/errors'
import { pluralRu } from '@atrium/core/language'
import { Body } from '@atrium/core/schema'
import { Type } from 'typebox'
import { open } from '../src/access.ts'
import { translator } from '../src/translator.ts'
import { anApp, listedOrigin } from './sample-app.ts'

const app = await anApp(
  app => {
    app.post('/things', {
      config: { access: open },
      schema: { body: Body({ name: Type.String({ minLength: 3 }), size: Type.Integer() }) },
      handler: async () => ({}),
    })
    app.get('/full', { config: { access: open } }, async () => {
      throw new Conflict('The shelf “{odd}” holds 5 things', { limit: 5 })
    })
    app.get('/new', { config: { access: open } }, async () => {
      throw new Conflict('Nobody has translated this yet')
    })
    app.get('/page', {
      config: { access: open, isPage: true },
      schema: { querystring: Type.Object({ token: Type.String() }) },
      handler: async () => '',
    })
    app.post('/form', {
      config: { access: open, isPage: true },
      schema: { body: Body({}) },
      handler: async () => '',
    })
  },
  {
    russian: {
      'The shelf “{name}” holds {count} things': 'На полке «{name}» вещей: {count}',
      token: 'Ссылка',
    },
  },
)

const russian = { 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' }

test('fields are refused in the language of whoever asks', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/things',
    headers: russian,
    payload: { name: 'x' },
  })
  assert.equal(answer.statusCode, 422)
  assert.deepEqual(answer.json().error, {
    code: 422,
    message: 'Проверьте поля: есть ошибки',
    details: { errors: { size: ['обязательное поле'], name: ['минимум 3 символов'] } },
  })
})

test('without a language, or with another one, the answer is English', async () => {
  for (const headers of [{}, { 'accept-language': 'de' }, { 'accept-language': 'en,ru;q=0.5' }]) {
    const answer = await app.inject({ method: 'POST', url: '/things', headers, payload: { name: 'x' } })
    assert.equal(answer.json().error.message, 'Validation failed')
    assert.deepEqual(answer.json().error.details.errors.size, ['is required'])
  }
})

test('what varies in a sentence stays as it is, and so do the details', async () => {
  const { error } = (await app.inject({ url: '/full', headers: russian })).json()
  assert.deepEqual(error, { code: 409, message: 'На полке «{odd}» вещей: 5', details: { limit: 5 } })
})

test('a sentence that has no Russian is said in English', async () => {
  const { error } = (await app.inject({ url: '/new', headers: russian })).json()
  assert.equal(error.message, 'Nobody has translated this yet')
})

test('an unknown address is refused in Russian too', async () => {
  const { error } = (await app.inject({ url: '/no?where', headers: russian })).json()
  assert.equal(error.message, 'По адресу /no ничего нет')
  const bad = await app.inject({ url: '/%E0%A4%A', headers: russian })
  assert.equal(bad.json().error.message, 'Адрес записан неверно или слишком длинный')
})

test('a person sees which field it is by its Russian name', async () => {
  const { body } = await app.inject({ url: '/page', headers: { ...russian, accept: 'text/html' } })
  assert.match(body, /Ссылка: обязательное поле/)
})

test('a field whose name is a megabyte of our own words is refused like any other', async () => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/form',
    headers: { ...russian, accept: 'text/html' },
    payload: { [' with this '.repeat(90_000)]: '' },
  })
  assert.equal(statusCode, 422)
  assert.match(body, /: неизвестное поле/)
})

test('caches are told that the answer depends on the language', async () => {
  const headers = { ...russian, origin: listedOrigin }
  const { vary } = (await app.inject({ url: '/new', headers })).headers
  assert.equal(vary, 'Origin, Accept-Language')
})

test('the sentence with more fixed words wins', () => {
  const say = translator({ 'must be {value}': 'нужно {value}', 'must be at least {limit}': 'от {limit}' })
  assert.equal(say('must be at least 5'), 'от 5')
  assert.equal(say('must be 5'), 'нужно 5')
  assert.equal(say('toString'), undefined)
})

test('what varies is what stands between the fixed words', () => {
  const say = translator({ '{entity} with this {field} already exists': '{entity} / {field}' })
  assert.equal(say('User role with this name already exists'), 'User role / name')
  assert.equal(say('A with this B with this C already exists'), 'A / B with this C')
  assert.equal(say('A with this already exists'), undefined)
  assert.equal(say('A with this B already exists now'), undefined)
})

test('what is counted stands in the form that its number wants', () => {
  const seconds = (number: string) => pluralRu(Number(number), 'секунду', 'секунды', 'секунд')
  assert.deepEqual(['1', '21', '101'].map(seconds), ['1 секунду', '21 секунду', '101 секунду'])
  assert.deepEqual(['2', '4', '33'].map(seconds), ['2 секунды', '4 секунды', '33 секунды'])
  assert.deepEqual(['5', '11', '112'].map(seconds), ['5 секунд', '11 секунд', '112 секунд'])
})
