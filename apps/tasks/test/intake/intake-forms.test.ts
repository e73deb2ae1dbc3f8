import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sharedServices, startBothServices } from '../both-services.ts'
import { createTeam, type Team, type User } from '../team.ts'

const services = await sharedServices()
const { app, deps, environment } = services
const HTML = { accept: 'text/html' }

beforeEach(() => {
  deps.settings.INTAKE_FORMS = 'on'
})

interface CreatedForm {
  id: number
  url: string
}

async function createForm(user: User, team: Team, fields: object = {}) {
  const { project, toDo } = team
  assert.equal((await user.call('PUT', `/project/${project.id}/intake`, { isEnabled: true })).statusCode, 200)
  const body = { name: 'Contact us', columnId: toDo, ...fields }
  const response = await user.call('POST', `/project/${project.id}/intake-form`, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as CreatedForm
}

/** Opens an address like a browser without an account. */
function open(url: string, headers: object = {}) {
  const { origin, pathname, search } = new URL(url)
  assert.equal(origin, environment.TASKS_URL)
  return app.inject({ url: pathname + search, headers: { ...HTML, ...headers } })
}

function send(url: string, fields: Record<string, string | string[]>, headers: object = {}) {
  const payload = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) payload.append(name, each)
  return app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload: payload.toString(),
    headers: {
      ...HTML,
      'content-type': 'application/x-www-form-urlencoded',
      origin: environment.TASKS_URL,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
}

async function tasksOf({ owner, project }: Team) {
  const response = await owner.call('GET', `/task?projectId=${project.id}&orderBy=-id&limit=100`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items as {
    id: number
    title: string
    description: string
    columnId: number
    creatorId: number
    fields: object
  }[]
}

test('what a visitor sends becomes a task, marked with the name of the form', async () => {
  const team = await createTeam(services)
  const { manager, owner, project, toDo } = team
  const { url } = await createForm(manager, team, { introduction: 'Tell us\n<b>everything</b>' })
  assert.match(url, /\/form\/[\w-]{24}$/)
  const page = await open(url)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<h1>Contact us<\/h1>/)
  assert.match(page.body, /Tell us\n&lt;b&gt;everything/)
  assert.doesNotMatch(page.body, /<script|Website|Work/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
  assert.equal(page.headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(page.headers['set-cookie'], undefined)
  const russian = await open(url, { 'accept-language': 'ru' })
  assert.match(russian.body, /<html lang="ru">[\s\S]*Тема/)

  const sent = await send(url, {
    title: ' Broken   link ',
    description: 'On the home page',
    email: 'ada@example.org',
  })
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${new URL(url).pathname}?sent=1`])
  assert.match((await open(`${url}?sent=1`)).body, /Thank you/)
  const [task] = await tasksOf(team)
  assert.partialDeepStrictEqual(task, {
    title: 'Broken link',
    description: 'On the home page\n\nSent by: ada@example.org',
    columnId: toDo,
  })
  const robot = (await owner.call('GET', `/users/${task?.creatorId}`)).json().item
  assert.deepEqual([robot.name, robot.isRobot], ['Form', true])
  const activity = (await owner.call('GET', `/project/${project.id}/activity`)).json().items
  assert.partialDeepStrictEqual(
    activity.find(({ type }: { type: string }) => type === 'task.created'),
    { taskId: task?.id, actorId: task?.creatorId, application: 'Contact us' },
  )
})

test('a form asks for the fields that were chosen, and for those that tasks need', async () => {
  const team = await createTeam(services)
  const { owner, manager, project } = team
  const field = async (body: object) =>
    (await owner.call('POST', `/project/${project.id}/field`, body)).json().item as {
      id: number
      options: { id: number }[]
    }
  const kind = await field({ name: 'Kind', type: 'select', options: [{ name: 'Bug' }, { name: 'Idea' }] })
  const areas = await field({
    name: 'Areas',
    type: 'multi_select',
    options: [{ name: 'Web' }, { name: 'Mail' }],
  })
  const count = await field({ name: 'How many', type: 'number' })
  const day = await field({ name: 'Since', type: 'date', isRequired: true })
  const urgent = await field({ name: 'Urgent', type: 'checkbox' })
  const secret = await field({ name: 'Internal', type: 'text' })
  const person = await field({ name: 'Contact', type: 'person' })
  const chosen = [kind, areas, count, urgent].map(({ id }) => ({ fieldId: id, isRequired: id === kind.id }))
  const { url, id } = await createForm(manager, team, {
    fields: chosen,
    description: 'required',
    email: 'hidden',
  })
  const page = await open(url)
  assert.match(page.body, /Kind[\s\S]*Areas[\s\S]*How many[\s\S]*Since[\s\S]*Urgent/)
  assert.doesNotMatch(page.body, /Internal|Contact<|type="email"/)

  const wrong = await send(url, { title: '', [`field_${kind.id}`]: '999999', [`field_${count.id}`]: 'many' })
  assert.equal(wrong.statusCode, 422)
  for (const name of ['title', 'description', `field_${kind.id}`, `field_${count.id}`, `field_${day.id}`])
    assert.match(wrong.body, new RegExp(`id="${name}-error"`), name)
  assert.match(wrong.body, /value="many"/)
  assert.equal((await tasksOf(team)).length, 0)

  const sent = await send(url, {
    title: 'It breaks',
    description: 'Often',
    email: 'not-asked@example.org',
    [`field_${kind.id}`]: String(kind.options[0]?.id),
    [`field_${areas.id}`]: areas.options.map(option => String(option.id)),
    [`field_${count.id}`]: '2,5',
    [`field_${day.id}`]: '2026-01-05',
    [`field_${urgent.id}`]: 'on',
    [`field_${secret.id}`]: 'chosen by a visitor',
  })
  assert.equal(sent.statusCode, 303, sent.body)
  const [task] = await tasksOf(team)
  assert.equal(task?.description, 'Often')
  assert.deepEqual(task?.fields, {
    [kind.id]: kind.options[0]?.id,
    [areas.id]: areas.options.map(option => option.id),
    [count.id]: 2.5,
    [day.id]: '2026-01-05',
    [urgent.id]: true,
  })

  const refused = async (body: object) => (await manager.call('PUT', `/intake-form/${id}`, body)).statusCode
  const other = await createTeam(services)
  assert.equal(await refused({ fields: [{ fieldId: person.id, isRequired: false }] }), 422)
  assert.equal(await refused({ fields: [chosen[0], chosen[0]] }), 422)
  assert.equal(await refused({ columnId: other.toDo }), 422)
  assert.equal(await refused({ dailyLimit: 0 }), 422)
  await owner.call('PUT', `/field/${person.id}`, { isRequired: true })
  const closed = await send(url, { title: 'Nobody can send this' })
  assert.equal(closed.statusCode, 409)
  assert.match(closed.body, /takes no entries at the moment/)
})

test('markup, mentions and deceptive characters of visitors are nothing but text', async () => {
  const team = await createTeam(services)
  const { manager, viewer } = team
  const { url } = await createForm(manager, team)
  const description = [
    `Hello @[${viewer.id}] <script>alert(1)</script>`,
    '# Not a title',
    '![spy](https://spy.invalid/x.png) [bank](https://evil.invalid/) https://example.org/a_b_c',
    '- no list',
    '```',
  ].join('\n')
  const title = 'Pay \u202egnp.exe <img src=x onerror=alert(1)>'
  assert.equal((await send(url, { title, description })).statusCode, 303)
  const [task] = await tasksOf(team)
  assert.equal(task?.title, 'Pay gnp.exe <img src=x onerror=alert(1)>')
  const stored = String(task?.description)
  assert.doesNotMatch(stored, /@\[|(?<!\\)<|(?<!\\)\[|^[#-]|(?<!\\)`/m)
  assert.match(stored, /https:\/\/example\.org\/a_b_c/)
  const { body } = await viewer.call('GET', '/notification')
  assert.doesNotMatch(body, /Hello/)

  const echoed = await send(url, { title: '', description: '"><script>alert(1)</script></textarea>' })
  assert.equal(echoed.statusCode, 422)
  assert.doesNotMatch(echoed.body, /<script/)
  const long = await send(url, { title: 'x'.repeat(201), description: 'y'.repeat(10_000) })
  assert.deepEqual([long.statusCode, /id="title-error"/.test(long.body)], [422, true])
  assert.equal((await send(url, { title: 'x', description: 'y'.repeat(10_001) })).statusCode, 422)
  assert.equal((await send(url, { title: 'x', description: 'y'.repeat(200_000) })).statusCode, 413)
  assert.equal((await send(url, { title: 'x', columnId: String(team.done) })).statusCode, 422)
  assert.equal((await tasksOf(team)).length, 1)
})

test('programs that fill in every field, and pages of other sites, create no tasks', async () => {
  const team = await createTeam(services)
  const { url } = await createForm(team.manager, team)
  const trapped = await send(url, { title: 'Buy now', website: 'https://spam.invalid/' })
  assert.deepEqual([trapped.statusCode, trapped.headers.location], [303, `${new URL(url).pathname}?sent=1`])
  const foreign = { origin: 'https://evil.invalid', 'sec-fetch-site': 'cross-site' }
  assert.equal((await send(url, { title: 'From elsewhere' }, foreign)).statusCode, 403)
  assert.deepEqual(await tasksOf(team), [])
})

longTest(
  'guessed, deleted and disabled forms, missing columns and archived projects all get the same answer',
  async () => {
    const team = await createTeam(services)
    const { owner, manager, member, viewer, stranger, project, boardId, toDo } = team
    const { id, url } = await createForm(manager, team)
    const answer = async (address: string) => {
      const { statusCode, body, headers } = await open(address, { accept: 'application/json' })
      const sent = await send(address, { title: 'Hello' }, { accept: 'application/json' })
      const refused = await send(address, {}, { accept: 'application/json' })
      for (const hidden of [headers, sent.headers, refused.headers]) {
        assert.equal(hidden['x-robots-tag'], 'noindex, nofollow')
        // The form itself is sent with its origin; other sites learn nothing either way.
        assert.match(String(hidden['referrer-policy']), /^(no-referrer|same-origin)$/)
      }
      assert.equal(sent.statusCode, statusCode === 404 ? 404 : 200, sent.body)
      return `${statusCode} ${statusCode === 404 ? body.replace(/"requestId":"[^"]+"/, '') : ''}`
    }
    const notFound = await answer(`${environment.TASKS_URL}/form/unknown`)
    assert.match(notFound, /^404 /)
    const assertEnded = async (address = url) => assert.equal(await answer(address), notFound)
    const assertWorks = async () => assert.equal(await answer(url), '200 ')
    await assertWorks()
    await assertEnded(url.replace(/.$/, '!'))
    await assertEnded(`${environment.TASKS_URL}/form/%27%20or%201=1`)

    deps.settings.INTAKE_FORMS = 'off'
    await assertEnded()
    assert.deepEqual((await manager.call('GET', `/project/${project.id}/intake`)).json().item, {
      isAvailable: false,
      isEnabled: true,
    })
    deps.settings.INTAKE_FORMS = 'on'
    const change = async (user: User, body: object) =>
      (await user.call('PUT', `/intake-form/${id}`, body)).statusCode
    for (const user of [member, viewer, stranger]) assert.equal(await change(user, { isEnabled: true }), 403)
    assert.equal(await change(manager, { isEnabled: false }), 200)
    await assertEnded()
    assert.equal(await change(manager, { isEnabled: true }), 200)
    await manager.call('PUT', `/project/${project.id}/intake`, { isEnabled: false })
    await assertEnded()
    await manager.call('PUT', `/project/${project.id}/intake`, { isEnabled: true })
    await assertWorks()

    const column = (await owner.call('POST', `/board/${boardId}/column`, { title: 'Inbox' })).json().item
    assert.equal(await change(manager, { columnId: column.id }), 200)
    await owner.call('DELETE', `/board/column/${column.id}?moveTo=${toDo}`)
    await assertEnded()
    assert.equal(await change(manager, { columnId: toDo }), 200)
    await owner.call('DELETE', `/project/${project.id}`)
    await assertEnded()
    await owner.call('POST', `/project/${project.id}/restore`)
    await assertWorks()
    assert.equal((await manager.call('DELETE', `/intake-form/${id}`)).statusCode, 200)
    await assertEnded()
    const actions = (await deps.db.selectFrom('auditEntries').selectAll().execute())
      .filter(({ subjectType, subjectId }) => subjectType === 'project' && subjectId === project.id)
      .map(({ action }) => action)
    assert.deepEqual([...new Set(actions)].sort(), [
      'form.created',
      'form.deleted',
      'form.updated',
      'intake.disabled',
      'intake.enabled',
    ])
  },
)

longTest('a flood creates only as many tasks as the form takes in ten minutes and on a day', async () => {
  const team = await createTeam(services)
  const { url } = await createForm(team.manager, team, { dailyLimit: 32 })
  const noon = new Date('2026-03-02T12:00:00Z').getTime()
  const sendAt = async (minutes: number, count: number) => {
    deps.now = () => new Date(noon + minutes * 60_000)
    const sent = await Promise.all(Array.from({ length: count }, () => send(url, { title: 'Flood' })))
    return sent.map(({ statusCode }) => statusCode)
  }
  try {
    const statuses = await sendAt(0, 40)
    assert.equal(statuses.filter(status => status === 303).length, 30)
    assert.equal(statuses.filter(status => status === 429).length, 10)
    const [refused] = await sendAt(15, 1)
    assert.equal(refused, 429)
    assert.equal((await tasksOf(team)).length, 30)
    const full = await send(url, { title: 'Too late' })
    assert.equal(full.headers['retry-after'], String(12 * 3600 - 15 * 60))
    assert.match(full.body, /no more entries today/)
    assert.deepEqual(await sendAt(12 * 60, 1), [303])
  } finally {
    deps.now = () => new Date()
  }
})

longTest('one address sends ten entries in ten minutes', async () => {
  const limited = await startBothServices({ RATE_LIMIT: 'on', INTAKE_FORMS: 'on' })
  const post = () => limited.app.inject({ method: 'POST', url: '/form/unknown', payload: { title: 'Hello' } })
  for (let sent = 0; sent < 10; sent++) assert.equal((await post()).statusCode, 404)
  assert.equal((await post()).statusCode, 429)
})
