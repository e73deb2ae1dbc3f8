import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '@atrium/core/contract'
import { Body, IdParams, Item, UploadedFile } from '@atrium/core/schema'
import { type TSchema, Type } from 'typebox'
import type { App } from '../src/app/create-app.ts'
import { open } from '../src/routes/access.ts'
import { addRoute } from '../src/routes/route.ts'
import { createSampleApp, needsScopeAndSelf } from './sample-app.ts'

const Thing = Type.Object({ name: Type.String({ maxLength: 9 }) })

const app = await createSampleApp(app => {
  const schema = { params: IdParams, body: Body(Thing.properties), response: { 200: Item(Thing) } }
  const access = needsScopeAndSelf('thing:write')
  app.put('/thing/:id', { config: { access }, schema }, async ({ body }) => ({ item: body }))
  app.get('/open', { config: { access: open }, schema: { description: 'For all.' } }, async () => ({}))
  app.get('/any', { config: { access: { rule: { token: true } } } }, async () => ({}))
  app.get('/right', { config: { access: { rule: { token: true, right: 'tasks.write' } } } }, async () => ({}))
  app.post('/enter', { config: { access: open, refuses: [401, 410] } }, async () => ({}))
  app.post('/oauth', { config: { access: open, hasOAuthErrors: true } }, async () => ({}))
})

test('each operation lists its scope, permission and right', async () => {
  const { paths } = await description()
  assert.equal(
    paths['/thing/{id}'].put.description,
    'Requires the scope `thing:write` and the permission `things.write.self`.',
  )
  assert.equal(paths['/open'].get.description, 'For all.\n\nNo access token required.')
  assert.equal(paths['/any'].get.description, 'Requires an access token.')
  assert.equal(paths['/right'].get.description, 'Requires the project right `tasks.write`.')
})

test('the description lists which operations need a token, and how to send it', async () => {
  const { paths, components } = await description()
  assert.deepEqual(paths['/thing/{id}'].put.security, [{ bearer: [] }, { access_token: [] }])
  assert.equal(paths['/open'].get.security, undefined)
  assert.equal(components.securitySchemes.access_token.in, 'cookie')
})

test('the description contains the validation schemas and the possible errors', async () => {
  const { openapi, info, paths } = await description()
  assert.deepEqual([openapi, info.title, info.version], ['3.1.0', 'Sample service', '1.2.3'])
  const { requestBody, responses } = paths['/thing/{id}'].put
  const { schema } = requestBody.content['application/json']
  assert.deepEqual([schema.properties.name.maxLength, schema.additionalProperties], [9, false])
  assert.equal(codesOf({ responses }), '200 400 401 403 404 409 413 415 422 429 500 503')
  assert.equal(codesOf(paths['/open'].get), '200 429 500 503')
  assert.ok(paths['/right'].get.responses[410])
  assert.equal(codesOf(paths['/enter'].post), '200 400 401 410 413 415 429 500 503')
  assert.equal(codesOf(paths['/readyz'].get), '200 500 503')
})

test('a route with errors of RFC 6749 is described with their body', async () => {
  const { paths, components } = await description()
  const { responses } = paths['/oauth'].post
  assert.equal(codesOf({ responses }), '200 400 401 413 415 429 500 503')
  const bodyOf = (code: number) => responses[code].content['application/json'].schema.$ref
  assert.equal(bodyOf(401), '#/components/schemas/OAuthError')
  assert.equal(bodyOf(500), '#/components/schemas/Error')
  const { Error: common, OAuthError } = components.schemas
  assert.deepEqual(Object.keys(OAuthError.properties), ['error', 'error_description'])
  const { code, message, details } = common.properties.error.properties
  assert.ok(code && message)
  assert.deepEqual(Object.keys(details.properties), ['reason', 'kind', 'errors', 'codes'])
})

test('a contract lists its error codes and those of its access rule by status', async () => {
  const app = await createSampleApp(app => addMoveThing(app, ['shelf_full', 'mail_unavailable']))
  const { responses } = (await app.inject('/docs/apidoc/json')).json().paths['/thing/{id}/move'].post
  const describe = (status: number) => responses[status].description
  assert.equal(
    describe(409),
    'Conflicts with existing data or with the current state: `shelf_full`, `name_taken`',
  )
  assert.equal(describe(404), 'Not found: `thing_not_found`')
  assert.match(describe(503), /^A dependency .* \(see `Retry-After`\): `mail_unavailable`$/)
  assert.doesNotMatch(describe(422), /: /)
})

test('a contract with an unknown error code prevents the start', async () => {
  const started = createSampleApp(app => addMoveThing(app, ['unheard_of']))
  await assert.rejects(started, /POST \/thing\/:id\/move names the error unheard_of/)
})

function addMoveThing(app: App, errors: string[]) {
  const access = { token: true, right: 'thing.write' } as const
  const common = { tag: 'Things', summary: 'Move a thing', description: 'Moves it.' }
  const moveThing = endpoint('moveThing', 'POST /thing/:id/move', {
    ...common,
    access,
    errors,
  })
  const enforced = { rule: access, errors: ['thing_not_found', 'name_taken', 'shelf_full'] }
  addRoute(app, moveThing, enforced, async () => ({}))
}

test('the description contains every operation but no handlers for unsupported methods', async () => {
  const { paths } = await description()
  assert.deepEqual(Object.keys(paths), [
    '/healthz',
    '/readyz',
    '/metrics',
    '/assets/inter-latin.woff2',
    '/assets/inter-cyrillic.woff2',
    '/assets/page.css',
    '/preferences',
    '/thing/{id}',
    '/open',
    '/any',
    '/right',
    '/enter',
    '/oauth',
  ])
  assert.deepEqual(Object.keys(paths['/thing/{id}']), ['put'])
})

test('the interactive page loads nothing from other origins', async () => {
  const page = await app.inject('/docs/apidoc')
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<title>Sample service<\/title>/)
  const references = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
  assert.ok(references.length >= 5)
  for (const address of references) {
    assert.match(address, /^\/docs\/apidoc\/static\//)
    const asset = await app.inject(address)
    assert.equal(asset.statusCode, 200, address)
    if (!address.endsWith('.css')) continue
    for (const [, target = ''] of asset.body.matchAll(/url\(["']?([^"')]+)/g)) assert.match(target, /^data:/)
  }
})

test('the CSP of the interactive page allows no other origin and does not force https', async () => {
  const page = await app.inject('/docs/apidoc')
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /default-src 'self'/)
  assert.doesNotMatch(policy, /https?:|swagger\.io|upgrade-insecure-requests/)
  const initializer = await app.inject('/docs/apidoc/static/swagger-initializer.js')
  assert.match(initializer.body, /validatorUrl: null/)
})

async function description() {
  const response = await app.inject('/docs/apidoc/json')
  assert.equal(response.statusCode, 200)
  return response.json()
}

function codesOf({ responses }: { responses: object }) {
  return Object.keys(responses).join(' ')
}

test('a body is described as JSON and as forms, and a field with a default as optional', async () => {
  const { content, required } = await bodyOf(
    Body({
      name: Type.String({ trim: true }),
      size: Type.Integer({ default: 5 }),
      color: Type.Optional(Type.String()),
    }),
  )
  assert.deepEqual(Object.keys(content), [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
  assert.equal(required, true)
  const { schema } = content['application/x-www-form-urlencoded']
  assert.deepEqual(schema.required, ['name'])
  assert.deepEqual(schema.properties.name, { type: 'string' })
})

test('a body with a nested record is JSON only, and one without required fields can be left out', async () => {
  const nested = await bodyOf(Body({ answer: Type.Object({ id: Type.String() }) }))
  assert.deepEqual(Object.keys(nested.content), ['application/json'])
  assert.equal((await bodyOf(Body({ name: Type.Optional(Type.String()) }))).required, false)
})

test('a file is described as the bytes of a multipart form', async () => {
  const { content } = await bodyOf(Body({ photo: UploadedFile, name: Type.Optional(Type.String()) }))
  assert.deepEqual(Object.keys(content), ['multipart/form-data'])
  const { properties, required } = content['multipart/form-data'].schema
  assert.deepEqual(properties.photo, { type: 'string', format: 'binary' })
  assert.deepEqual(required, ['photo'])
})

test('an optional file is in the multipart form only', async () => {
  const { content } = await bodyOf(Body({ photo: Type.Optional(UploadedFile), name: Type.String() }))
  const fieldsOf = (type: string) => Object.keys(content[type].schema.properties)
  assert.deepEqual(fieldsOf('application/json'), ['name'])
  assert.deepEqual(fieldsOf('multipart/form-data'), ['photo', 'name'])
})

test('inputs and cookies without a schema are described in config.openapi', async () => {
  const app = await createSampleApp(app => {
    const openapi = {
      querystring: Type.Object({ state: Type.String() }),
      headers: Type.Object({ 'Last-Event-ID': Type.Optional(Type.String()) }),
      statuses: { 302: 'Onward' },
      setCookie: 'Sets `access_token`',
      security: [{ access_token: [] }],
    }
    app.get('/begin/*', { config: { access: open, openapi }, schema: { produces: [] } }, async () => ({}))
  })
  const { get } = (await app.inject('/docs/apidoc/json')).json().paths['/begin/{path}']
  const named = get.parameters.map((each: { in: string; name: string; required: boolean }) => [
    each.in,
    each.name,
    each.required,
  ])
  assert.deepEqual(named, [
    ['query', 'state', true],
    ['path', 'path', true],
    ['header', 'Last-Event-ID', false],
  ])
  assert.equal(codesOf(get), '302 429 500 503')
  assert.deepEqual(get.responses[302].headers['Set-Cookie'].description, 'Sets `access_token`')
  assert.deepEqual(get.security, [{ access_token: [] }])
  assert.equal(get.description, undefined)
})

async function bodyOf(body: TSchema) {
  const app = await createSampleApp(app => {
    app.post('/photo', { config: { access: open }, schema: { body } }, async () => ({}))
  })
  return (await app.inject('/docs/apidoc/json')).json().paths['/photo'].post.requestBody
}
