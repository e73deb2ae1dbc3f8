import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Body, UploadedFile } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const Thing = Body({
  name: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  isDone: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(Type.String())),
})
const Query = Type.Object({ size: Type.Optional(Type.Integer()) })

const app = await createSampleApp(app => {
  const schema = { querystring: Query, body: Thing }
  app.post('/thing', { config: { access: open }, schema }, async request => request.body)
  const form = Body({ name: Type.Optional(Type.String()), photo: UploadedFile })
  const config = { access: open, maxFileBytes: 100 }
  app.post<{ Body: Static<typeof form> }>(
    '/photo',
    { config, schema: { body: form } },
    async ({ body: { name, photo } }) => ({
      name,
      file: photo.name,
      size: photo.size,
      content: await text(photo.content()),
    }),
  )
  app.get('/thing', { config: { access: open }, schema: { querystring: Query } }, async ({ query }) => query)
})

test('JSON has types: "5" is not a number', async () => {
  assert.deepEqual((await send(json, '{"size":5,"isDone":true}')).json(), { size: 5, isDone: true })
  const response = await send(json, '{"size":"5","isDone":"true"}')
  assert.deepEqual(Object.keys(response.json().error.details.errors), ['size', 'isDone'])
})

test('an empty JSON body is an empty object', async () => {
  assert.deepEqual((await send(json, '')).json(), {})
})

test('a missing body is an empty object', async () => {
  assert.deepEqual((await app.inject({ method: 'POST', url: '/thing' })).json(), {})
})

test('an unknown body field is refused in every content type', async () => {
  for (const response of [
    await send(json, '{"nmae":"Ann"}'),
    await send(form, 'nmae=Ann'),
    await send(multipart, part('nmae', 'Ann') + end),
  ]) {
    assert.equal(response.statusCode, 422)
    assert.deepEqual(response.json().error.details.codes, { nmae: ['unknown_field'] })
  }
})

test('unknown query parameters are ignored', async () => {
  const response = await app.inject('/thing?size=5&utm_source=mail')
  assert.equal(response.statusCode, 200)
  assert.equal(response.json().size, 5)
})

for (const [kind, type, payload] of [
  ['a form', () => form, 'name=5&size=5&isDone=true&tags=a&tags=b'],
  [
    'a form with another spelling of its type',
    () => 'Application/X-WWW-Form-URLencoded; charset=utf-8',
    'name=5&size=5',
  ],
  ['multipart', () => multipart, 'name=5&size=5&isDone=true&tags=a&tags=b'],
] as const) {
  test(`the values of ${kind} are converted to the types of the schema`, async () => {
    const fields = new URLSearchParams(payload)
    const whole = { name: '5', size: 5, isDone: true, tags: ['a', 'b'] }
    const expected = Object.fromEntries(Object.entries(whole).filter(([name]) => fields.has(name)))
    const body = type() === multipart ? multipartOf(fields) : payload
    assert.deepEqual((await send(type(), body)).json(), expected)
  })
}

test('a list in a form can have one entry', async () => {
  assert.deepEqual((await send(form, 'tags=a')).json(), { tags: ['a'] })
  assert.deepEqual((await send(multipart, part('tags', 'a') + end)).json(), { tags: ['a'] })
})

test('booleans in a form accept the usual spellings', async () => {
  for (const said of ['true', 'True', '1', 'on', 'yes']) {
    assert.deepEqual((await send(form, `isDone=${said}`)).json(), { isDone: true })
    assert.deepEqual((await send(multipart, part('isDone', said) + end)).json(), { isDone: true })
  }
  for (const said of ['false', 'False', '0', 'off', 'no'])
    assert.deepEqual((await send(form, `isDone=${said}`)).json(), { isDone: false })
  assert.deepEqual((await send(form, 'isDone=perhaps')).json().error.details.codes, {
    isDone: ['boolean_expected'],
  })
})

test('a form value that cannot be converted is refused', async () => {
  const response = await send(form, 'size=large')
  assert.deepEqual(response.json().error.details.codes, { size: ['integer_expected'] })
})

test('an empty value is absent in a form and an empty text in JSON', async () => {
  assert.deepEqual((await send(form, 'name=&size=')).json(), {})
  assert.deepEqual((await send(multipart, part('name', '') + part('size', '') + end)).json(), {})
  assert.deepEqual((await send(json, '{"name":""}')).json(), { name: '' })
})

test('a form cannot set a prototype', async () => {
  assert.equal((await send(form, '__proto__=1')).statusCode, 422)
  assert.equal((await send(multipart, part('__proto__', '1') + end)).statusCode, 400)
})

test('an unexpected file is refused', async () => {
  const file = part('name', 'content').replace('"name"', '"name"; filename="a.txt"')
  const response = await send(multipart, file + end)
  assert.equal(response.statusCode, 400)
  assert.deepEqual(response.json().error.details, {
    reason: 'unexpected_file',
    kind: 'malformed-request',
    field: 'name',
  })
})

test('a route with a file gets it and the other fields, in any order', async () => {
  for (const body of [photo('content') + part('name', 'Ann'), part('name', 'Ann') + photo('content')]) {
    const response = await send(multipart, body + end, '/photo')
    assert.deepEqual(response.json(), { name: 'Ann', file: 'a.png', size: 7, content: 'content' })
  }
  const nameless = photo('content').replace(
    '; filename="a.png"',
    '\r\ncontent-type: application/octet-stream',
  )
  assert.equal((await send(multipart, nameless + end, '/photo')).json().file, '')
})

test('a missing, too large or misplaced file is refused', async () => {
  const codesOf = async (body: string) =>
    (await send(multipart, body + end, '/photo')).json().error.details.codes
  assert.deepEqual(await codesOf(''), { photo: ['required'] })
  assert.deepEqual(await codesOf(photo('').replace('a.png', '')), { photo: ['required'] })
  assert.deepEqual(await codesOf(part('photo', 'text')), { photo: ['file_expected'] })
  const inJson = await send(json, '{"photo":{"name":"a.png","size":7}}', '/photo')
  assert.deepEqual(inJson.json().error.details.codes, { photo: ['file_expected'] })
  assert.equal((await send(multipart, photo('x'.repeat(100)) + end, '/photo')).statusCode, 200)
  assert.equal((await send(multipart, photo('x'.repeat(101)) + end, '/photo')).statusCode, 413)
  const elsewhere = photo('content').replace('"photo"', '"name"')
  assert.equal((await send(multipart, elsewhere + end, '/photo')).statusCode, 400)
  const two = await send(multipart, photo('a') + photo('b') + end, '/photo')
  assert.deepEqual(two.json().error.details, { reason: 'too_many_files', kind: 'too-large' })
  assert.equal(two.statusCode, 413)
})

test('a malformed multipart body returns 400', async () => {
  for (const [type, payload] of [
    ['multipart/form-data', 'no boundary'],
    [multipart, part('name', 'the end is missing')],
    [
      multipart,
      `${part('name', '{').replace('\r\n\r\n', '\r\ncontent-type: application/json\r\n\r\n')}${end}`,
    ],
  ] as const) {
    const response = await send(type, payload)
    assert.equal(response.statusCode, 400)
    assert.equal(response.json().error.details.reason, 'malformed_multipart')
  }
})

test('multipart fields are not truncated', async () => {
  const whole = 'x'.repeat(200_000)
  assert.equal((await send(multipart, part('name', whole) + end)).json().name.length, 200_000)
  assert.equal((await send(multipart, part('name', `${whole}x`) + end)).statusCode, 413)
})

test('a multipart body with too many fields returns 413', async () => {
  const parts = Array.from({ length: 101 }, (_, index) => part(`field${index}`, '1'))
  assert.equal((await send(multipart, parts.join('') + end)).statusCode, 413)
})

test('a body far beyond the limit returns 413, and the client receives the response', async () => {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': json }
  const body = JSON.stringify({ name: 'x'.repeat(20_000_000) })
  const response = await fetch(`${origin}/thing`, { method: 'POST', headers, body })
  assert.equal(response.status, 413)
  const { error } = (await response.json()) as { error: { details: object } }
  assert.deepEqual(error.details, { reason: 'body_too_large', kind: 'too-large' })
})

test('at most 100 invalid fields are reported', async () => {
  const fields = Array.from({ length: 50_000 }, (_, index) => [`field${index}`, 0])
  const response = await send(json, JSON.stringify(Object.fromEntries(fields)))
  assert.equal(response.statusCode, 422)
  assert.equal(Object.keys(response.json().error.details.errors).length, 100)
})

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=border'
const end = '--border--\r\n'

function part(name: string, value: string) {
  return `--border\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

function photo(content: string) {
  return part('photo', content).replace('"photo"', '"photo"; filename="a.png"')
}

function multipartOf(fields: URLSearchParams) {
  return [...fields].map(([name, value]) => part(name, value)).join('') + end
}

function send(contentType: string, payload: string, url = '/thing') {
  return app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload })
}
