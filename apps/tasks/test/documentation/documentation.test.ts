import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArgs } from 'node:util'
import { checkLists } from '@atrium/testing/api-description'
import { sharedServices } from '../both-services.ts'
import { createUser } from '../team.ts'

const services = await sharedServices()
const { app, identity, environment } = services
const pages = ['sign-in', 'tasks', 'events', 'errors']
const browser = { accept: 'text/html,application/xhtml+xml' }

test('the guides are listed as JSON', async () => {
  const response = await app.inject('/docs')
  assert.equal(response.statusCode, 200)
  const listed = response.json().pages as { name: string; title: string; url: string }[]
  assert.deepEqual(
    listed.map(({ name, url }) => [name, url]),
    pages.map(name => [name, `/docs/${name}`]),
  )
  assert.ok(listed.every(({ title }) => title.length > 0))
})

test('the guides are listed as a page in the user’s language', async () => {
  const english = await app.inject({ url: '/docs', headers: browser })
  const russian = await app.inject({ url: '/docs', headers: { ...browser, 'accept-language': 'ru' } })
  assert.match(String(english.headers['content-type']), /^text\/html/)
  assert.match(english.body, /<html lang="en">[\s\S]*<h1>Guides<\/h1>/)
  assert.match(russian.body, /<html lang="ru">[\s\S]*<h1>Руководства<\/h1>/)
  for (const name of pages) assert.ok(english.body.includes(`href="/docs/${name}"`))
})

for (const name of pages) {
  test(`the guide ${name} says the same in both languages`, async () => {
    const english = await guide(name, 'en')
    const russian = await guide(name, 'ru-RU,ru;q=0.9')
    for (const part of ['<h2>', '<pre', '<tr>']) {
      assert.equal(russian.split(part).length, english.split(part).length, part)
    }
    assert.deepEqual(examplesIn(russian), examplesIn(english))
    assert.match(russian, /[а-я]{5}/i)
  })
}

test('the start page leads browsers on to the application, and describes the service to programs', async () => {
  const page = await app.inject({ url: '/', headers: browser })
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<meta http-equiv="refresh" content="0; url=\/app\/">/)
  assert.equal((await app.inject('/')).json().links.application, '/app/')
})

test('an unknown guide is an error page for browsers and the usual error for programs', async () => {
  const page = await app.inject({ url: '/docs/nothing', headers: browser })
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /<h1>There is no guide nothing<\/h1>/)
  const error = await app.inject('/docs/nothing')
  assert.deepEqual(
    [error.statusCode, error.json()],
    [
      404,
      {
        error: {
          code: 404,
          message: 'There is no guide nothing',
          details: { reason: 'guide_not_found', kind: 'entity-not-found', page: 'nothing' },
        },
      },
    ],
  )
})

test('the interactive documentation is not a guide', async () => {
  assert.equal((await app.inject({ url: '/docs/apidoc', headers: browser })).statusCode, 200)
  assert.equal((await app.inject('/docs/apidoc/json')).json().openapi, '3.1.0')
})

test('the API description includes the pages and the success of each operation', async () => {
  const { paths } = (await app.inject('/docs/apidoc/json')).json()
  for (const path of ['/', '/docs', '/docs/{page}', '/auth/login']) {
    assert.ok(paths[path].get.responses[200].content['text/html'], path)
  }
  for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(paths)) {
    for (const { responses } of Object.values(operations)) {
      assert.ok('200' in responses || '302' in responses, path)
    }
  }
})

test('both services show the guides for developers with their own addresses and tested samples', async () => {
  const names = ['call-the-api', 'sign-in-with-atrium', 'service-accounts', 'webhooks', 'git', 'mcp']
  for (const service of [app, identity]) {
    const listed = (await service.inject('/docs/guides')).json().pages as { url: string }[]
    assert.deepEqual(
      listed.map(({ url }) => url),
      names.map(name => `/docs/guides/${name}`),
    )
    const contents = await service.inject({ url: '/docs', headers: browser })
    assert.match(contents.body, /href="\/docs\/guides"/)
    for (const { url } of [{ url: '/docs/guides' }, ...listed]) {
      const { statusCode, body } = await service.inject({ url, headers: browser })
      assert.equal(statusCode, 200, body)
      assert.doesNotMatch(body, /name="language"|\.\.\/samples|\.md"|(id|tasks)\.example\.org/, url)
      const anchors = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
      for (const id of anchors) assert.match(body, new RegExp(`<h2 id="${id}">`))
    }
  }
  const [api, signIn] = await Promise.all(names.map(name => app.inject(`/docs/guides/${name}`)))
  assert.ok(api?.body.includes(`export TASKS_URL=${environment.TASKS_URL}`))
  assert.ok(signIn?.body.includes('<figcaption>server.mjs</figcaption>'))
  assert.ok(signIn?.body.includes(`OIDCProviderMetadataURL ${environment.IDENTITY_URL}/.well-known`))
  assert.match((await app.inject('/assets/copy-code.js')).body, /clipboard/)
})

test('every status code of the service is explained', async () => {
  const body = await guide('errors', 'en')
  for (const code of [200, 302, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503]) {
    assert.ok(body.includes(`<th scope="row"><code>${code}</code></th>`), String(code))
  }
})

test('the examples work as written', async () => {
  const { token, email, password } = await createUser(services)
  const commands = (await Promise.all(pages.map(name => guide(name, 'en'))))
    .flatMap(examplesIn)
    .filter(text => text.startsWith('curl'))
  assert.ok(commands.length >= 15)
  for (const command of commands.toSorted(signOutLast)) {
    const filled = command
      .replaceAll('$TOKEN', token)
      .replaceAll('ann@example.org', email)
      .replaceAll('correct horse battery', password)
      .replaceAll('$CLIENT_ID', environment.TASKS_CLIENT_ID)
      .replaceAll('$CLIENT_SECRET', environment.TASKS_CLIENT_SECRET)
    const request = requestOf(filled)
    const response = await (request.origin === environment.TASKS_URL ? app : identity).inject(request)
    // The ids of the examples are invented, so their records need not exist.
    const isMissing = /not_found|does_not_exist/.test(response.body)
    const isUnknownToken = /\$(REFRESH|STREAM)_TOKEN/.test(command) && response.statusCode === 401
    assert.ok(response.statusCode === 200 || isMissing || isUnknownToken, `${command}\n${response.body}`)
  }
})

async function guide(name: string, language: string) {
  const response = await app.inject({
    url: `/docs/${name}`,
    headers: { ...browser, 'accept-language': language },
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.body
}

function examplesIn(page: string) {
  return [...page.matchAll(/<pre[^>]*><code>([^<]*)<\/code>/g)].map(([, text = '']) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}

function signOutLast(one: string, other: string) {
  return Number(one.includes('/auth/logout')) - Number(other.includes('/auth/logout'))
}

/** What curl would send. */
function requestOf(command: string) {
  const { values, positionals } = parseArgs({
    args: wordsOf(command).slice(1),
    options: {
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd', multiple: true, default: [] },
      request: { type: 'string', short: 'X' },
      silent: { type: 'boolean', short: 's' },
      include: { type: 'boolean', short: 'i' },
      'no-buffer': { type: 'boolean', short: 'N' },
    },
    allowPositionals: true,
  })
  const { origin, pathname, search } = new URL(positionals[0] ?? '')
  const headers = values.header.map(header => header.split(/: (.*)/, 2) as [string, string])
  const isChange = values.data.length > 0
  return {
    origin,
    url: pathname + search,
    method: (values.request ?? (isChange ? 'POST' : 'GET')) as 'GET',
    headers: {
      ...(isChange && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...Object.fromEntries(headers),
    },
    ...(isChange && { payload: values.data.join('&') }),
  }
}

/** As a shell reads them. */
function wordsOf(command: string) {
  const words = command.replaceAll('\\\n', ' ').match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
  return words.map(word => word.replace(/"([^"]*)"|'([^']*)'/g, (_, one = '', other = '') => one || other))
}

test('every list has _meta, honours limit, and supports orderBy or refuses it', async () => {
  const { token } = await createUser(services, 'owner')
  await checkLists(app, '/docs/apidoc/json', `Bearer ${token}`)
})
