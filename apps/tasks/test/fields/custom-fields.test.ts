import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import type { CustomField } from '#fields/field.contract.ts'
import { sharedServices } from '../both-services.ts'
import { listActivity, statusOf } from '../task-parts.ts'
import { createTeam, type Team, type User } from '../team.ts'

const services = await sharedServices()
const { db } = services.deps
let team: Team

before(async () => {
  team = await createTeam(services)
})

async function createField(body: object, projectId = team.project.id): Promise<CustomField> {
  const response = await team.owner.call('POST', `/project/${projectId}/field`, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

afterEach(async () => {
  await sql`update tasks set field_values = '{}'`.execute(db)
  await sql`delete from custom_fields`.execute(db)
})

async function createTask(fields?: object) {
  const response = await team.member.call('POST', '/task', { title: 'Task', columnId: team.toDo, fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; version: number; fields: Record<string, unknown> }
}

function update(id: number, body: object, user: User = team.member) {
  return user.call('PUT', `/task/${id}`, body)
}

/** What filters look at. */
async function indexed(taskId: number) {
  const { rows } = await sql<object>`select field_id, text_value, number_value from task_field_values
    where task_id = ${taskId} order by field_id, place`.execute(db)
  return rows
}

test('a value of each type is stored, returned, indexed and cleared', async () => {
  const fields = {
    text: await createField({ name: 'Customer', type: 'text' }),
    number: await createField({ name: 'Points', type: 'number' }),
    date: await createField({ name: 'Release', type: 'date' }),
    checkbox: await createField({ name: 'Approved', type: 'checkbox' }),
    select: await createField({
      name: 'Severity',
      type: 'select',
      options: [{ name: 'Low' }, { name: 'High', color: '#FF0000' }],
    }),
    multi: await createField({
      name: 'Platforms',
      type: 'multi_select',
      options: [{ name: 'Web' }, { name: 'iOS' }, { name: 'Android' }],
    }),
    person: await createField({ name: 'Reviewer', type: 'person' }),
    url: await createField({ name: 'Design', type: 'url' }),
  }
  const [low, high] = fields.select.options.map(({ id }) => id) as [number, number]
  const [web, ios] = fields.multi.options.map(({ id }) => id) as [number, number]
  assert.equal(fields.select.options[1]?.color, '#ff0000')
  const values = {
    [fields.text.id]: 'ACME',
    [fields.number.id]: 2.5,
    [fields.date.id]: '2026-02-28',
    [fields.checkbox.id]: true,
    [fields.select.id]: low,
    [fields.multi.id]: [web, ios],
    [fields.person.id]: team.viewer.id,
    [fields.url.id]: 'https://example.org/a?b=1',
  }
  const task = await createTask({
    ...values,
    [fields.text.id]: '  ACME ',
    [fields.multi.id]: [ios, web, ios],
  })
  assert.deepEqual(task.fields, values)
  assert.deepEqual((await team.viewer.call('GET', `/task/${task.id}`)).json().item.fields, values)
  assert.deepEqual(await indexed(task.id), [
    { fieldId: fields.text.id, textValue: 'ACME', numberValue: null },
    { fieldId: fields.number.id, textValue: null, numberValue: 2.5 },
    { fieldId: fields.date.id, textValue: '2026-02-28', numberValue: null },
    { fieldId: fields.checkbox.id, textValue: null, numberValue: 1 },
    { fieldId: fields.select.id, textValue: null, numberValue: low },
    { fieldId: fields.multi.id, textValue: null, numberValue: web },
    { fieldId: fields.multi.id, textValue: null, numberValue: ios },
    { fieldId: fields.person.id, textValue: null, numberValue: team.viewer.id },
    { fieldId: fields.url.id, textValue: 'https://example.org/a?b=1', numberValue: null },
  ])

  const wrong: [CustomField, unknown[]][] = [
    [fields.text, [5, 'x'.repeat(1001), ['a']]],
    [fields.number, ['5', true, 1e300]],
    [fields.date, ['2026-02-30', 'tomorrow', 20260228]],
    [fields.checkbox, ['true', 1]],
    [fields.select, [high + 1000, String(low), [low], web]],
    [fields.multi, [web, [low], ['Web']]],
    [fields.person, [team.stranger.id, 'me', -1]],
    [fields.url, ['javascript:alert(1)', 'example.org', 'ftp://example.org', 'https://', 7]],
  ]
  for (const [field, given] of wrong) {
    for (const value of given) {
      const response = await update(task.id, { fields: { [field.id]: value } })
      assert.equal(response.statusCode, 422, `${field.type} ${JSON.stringify(value)}: ${response.body}`)
      assert.match(response.body, new RegExp(`fields\\.${field.id}`))
    }
  }
  assert.equal((await update(task.id, { fields: { x: 1 } })).statusCode, 422)
  assert.equal((await update(task.id, { fields: { 999999: 1 } })).statusCode, 422)
  assert.equal((await update(task.id, { fields: [1] })).statusCode, 422)

  const merged = await update(task.id, {
    fields: { [fields.select.id]: high, [fields.multi.id]: [], [fields.text.id]: null, [fields.url.id]: '' },
  })
  const { [fields.text.id]: _, [fields.multi.id]: __, [fields.url.id]: ___, ...left } = values
  assert.deepEqual(merged.json().item.fields, { ...left, [fields.select.id]: high })
  assert.equal((await indexed(task.id)).length, 5)

  const changes = await listActivity(services, { taskId: task.id }, 'task')
  const { before: was, after: is } = changes.at(-1) as unknown as Record<
    'before' | 'after',
    { fields: Record<string, object> }
  >
  assert.deepEqual(was.fields[fields.select.id], {
    name: 'Severity',
    fieldType: 'select',
    value: low,
    label: 'Low',
  })
  assert.deepEqual(is.fields[fields.select.id], {
    name: 'Severity',
    fieldType: 'select',
    value: high,
    label: 'High',
  })
  assert.deepEqual(is.fields[fields.text.id], { name: 'Customer', fieldType: 'text', value: null })
  for (const { id } of Object.values(fields)) {
    const isUsed = await statusOf(team.manager, 'DELETE', `/field/${id}`)
    if (isUsed !== 200) assert.equal(await statusOf(team.manager, 'DELETE', `/field/${id}?force=true`), 200)
  }
  assert.deepEqual((await team.member.call('GET', `/task/${task.id}`)).json().item.fields, {})
  assert.deepEqual(await indexed(task.id), [])
})

test('a changed field is stale, other fields are merged', async () => {
  const one = await createField({ name: 'One', type: 'text' })
  const two = await createField({ name: 'Two', type: 'text' })
  const { id, version } = await createTask()
  await update(id, { fields: { [one.id]: 'mine' } }, team.manager)
  const merged = await update(id, { fields: { [two.id]: 'yours' }, version })
  assert.deepEqual(merged.json().item.fields, { [one.id]: 'mine', [two.id]: 'yours' })
  const stale = await update(id, { fields: { [one.id]: 'yours' }, version })
  assert.equal(stale.statusCode, 409)
  const { reason, fields, given } = stale.json().error.details
  assert.deepEqual(
    { reason, fields, given },
    { reason: 'stale_version', fields: [`field:${one.id}`], given: { [`field:${one.id}`]: 'yours' } },
  )
  const unchanged = await update(id, { fields: { [one.id]: 'mine' }, version })
  assert.equal(unchanged.json().item.version, merged.json().item.version)
})

test('a required field needs a value or has a default, and existing tasks stay valid', async () => {
  const existing = await createTask()
  const severity = await createField({
    name: 'Severity',
    type: 'select',
    isRequired: true,
    options: [{ name: 'Low', isDefault: true }, { name: 'High' }],
  })
  const points = await createField({ name: 'Points', type: 'number', isRequired: true })
  const low = severity.options[0]?.id
  assert.equal(severity.defaultValue, low)
  const body = { title: 'Task', columnId: team.toDo }
  const refused = await team.member.call('POST', '/task', body)
  assert.equal(refused.statusCode, 422)
  const { errors, names } = refused.json().error.details
  const key = `fields.${points.id}`
  assert.deepEqual([errors, names], [{ [key]: ['is required'] }, { [key]: 'Points' }])
  assert.equal(await statusOf(team.member, 'POST', '/task', { ...body, fields: { [points.id]: null } }), 422)
  const task = await createTask({ [points.id]: 0 })
  assert.deepEqual(task.fields, { [severity.id]: low, [points.id]: 0 })
  const without = await createTask({ [points.id]: 1, [severity.id]: severity.options[1]?.id })
  assert.equal(without.fields[severity.id], severity.options[1]?.id)
  assert.equal((await update(task.id, { fields: { [points.id]: null } })).statusCode, 422)
  assert.equal((await update(existing.id, { title: 'Renamed' })).statusCode, 200)
  const checkbox = { name: 'Done', type: 'checkbox', isRequired: true }
  assert.equal(await statusOf(team.owner, 'POST', `/project/${team.project.id}/field`, checkbox), 422)
})

test('managers define fields within limits; names are unique and ids of others are refused', async () => {
  const url = `/project/${team.project.id}/field`
  const first = await createField({ name: 'First', type: 'text', showsOnCard: true, defaultValue: 'x' })
  const second = await createField({ name: 'Second', type: 'person', defaultValue: team.viewer.id })
  assert.equal(await statusOf(team.manager, 'POST', url, { name: 'first', type: 'number' }), 409)
  assert.equal(
    await statusOf(team.manager, 'POST', url, { name: 'X', type: 'number', defaultValue: 'x' }),
    422,
  )
  const options = [{ name: 'A' }]
  assert.equal(await statusOf(team.manager, 'POST', url, { name: 'X', type: 'number', options }), 422)
  assert.equal(
    await statusOf(team.manager, 'PUT', `/field/${second.id}`, { defaultValue: team.stranger.id }),
    422,
  )
  const reorder = (fieldIds: number[]) => team.manager.call('POST', `${url}/reorder`, { fieldIds })
  assert.deepEqual(
    (await reorder([second.id, first.id])).json().items.map(({ id }: CustomField) => id),
    [second.id, first.id],
  )
  assert.equal((await reorder([second.id])).statusCode, 422)
  assert.equal((await reorder([second.id, first.id, 999999])).statusCode, 422)
  const renamed = await team.manager.call('PUT', `/field/${first.id}`, { name: 'Renamed', isRequired: true })
  assert.deepEqual(
    { name: renamed.json().item.name, isRequired: renamed.json().item.isRequired },
    { name: 'Renamed', isRequired: true },
  )

  const personal = (await team.owner.call('GET', '/project?type=personal')).json().items[0]
  const foreign = await createField({ name: 'Foreign', type: 'text' }, personal.id)
  const { id } = await createTask()
  assert.match((await update(id, { fields: { [foreign.id]: 'x' } })).body, /in_other_project|another project/)
  assert.equal(
    await statusOf(team.member, 'POST', '/task', {
      title: 'x',
      columnId: team.toDo,
      fields: { [foreign.id]: 'x' },
    }),
    422,
  )
  assert.equal(await statusOf(team.manager, 'PUT', `/field/${foreign.id}`, { name: 'x' }), 403)

  await sql`insert into custom_fields (project_id, name, type, position)
    select ${team.project.id}, 'Field ' || place, 'text', place from generate_series(10, 57) as place`.execute(
    db,
  )
  assert.equal(await statusOf(team.manager, 'POST', url, { name: 'One more', type: 'text' }), 409)
})

test('options are added, renamed, reordered and removed, with their use in mind', async () => {
  const field = await createField({
    name: 'Platforms',
    type: 'multi_select',
    options: [
      { name: 'Web', isDefault: true },
      { name: 'iOS', isDefault: true },
    ],
  })
  const [web, ios] = field.options.map(({ id }) => id) as [number, number]
  const { manager } = team
  const added = (await manager.call('POST', `/field/${field.id}/option`, { name: 'Android' })).json().item
  const android = added.options[2].id as number
  assert.equal(await statusOf(manager, 'POST', `/field/${field.id}/option`, { name: 'web' }), 409)
  const order = await manager.call('POST', `/field/${field.id}/option/reorder`, {
    optionIds: [android, web, ios],
  })
  assert.deepEqual(
    order.json().item.options.map(({ id }: { id: number }) => id),
    [android, web, ios],
  )
  const reorder = { optionIds: [android, web] }
  assert.equal(await statusOf(manager, 'POST', `/field/${field.id}/option/reorder`, reorder), 422)
  const changed = await manager.call('PUT', `/field/option/${web}`, { name: 'Browser', color: '#00FF00' })
  assert.deepEqual(changed.json().item.options[1], { id: web, name: 'Browser', color: '#00ff00' })

  const both = await createTask({ [field.id]: [web, android] })
  const single = await createTask({ [field.id]: [web] })
  const refused = await manager.call('DELETE', `/field/option/${web}`)
  assert.deepEqual(
    { status: refused.statusCode, taskCount: refused.json().error.details.taskCount },
    { status: 409, taskCount: 2 },
  )
  const removed = await manager.call('DELETE', `/field/option/${web}?force=true`)
  assert.deepEqual(removed.json().item.defaultValue, [ios])
  const values = async (id: number) => (await team.member.call('GET', `/task/${id}`)).json().item.fields
  assert.deepEqual(await values(both.id), { [field.id]: [android] })
  assert.deepEqual(await values(single.id), {})
  assert.equal((await update(both.id, { fields: { [field.id]: [web] } })).statusCode, 422)
  const text = await createField({ name: 'Text', type: 'text' })
  assert.equal(await statusOf(manager, 'POST', `/field/${text.id}/option`, { name: 'A' }), 409)
})

test('changing a type says what converts, refuses losses unless they are accepted', async () => {
  const field = await createField({ name: 'Size', type: 'text', defaultValue: '3' })
  const tasks: { id: number }[] = []
  for (const value of ['5', '12,5', 'large', 'large', 'Small'])
    tasks.push(await createTask({ [field.id]: value }))
  const preview = async (type: string) =>
    (await team.manager.call('GET', `/field/${field.id}/type-change?type=${type}`)).json().item
  assert.deepEqual(await preview('number'), { kept: 2, lost: 3, lostExamples: ['large', 'Small'] })
  assert.deepEqual(await preview('select'), { kept: 5, lost: 0, lostExamples: [] })
  const change = (type: string, losses: string) =>
    team.manager.call('POST', `/field/${field.id}/change-type`, { type, losses })
  const refused = await change('number', 'refuse')
  assert.equal(refused.statusCode, 409)
  assert.deepEqual(
    { kept: refused.json().error.details.kept, lost: refused.json().error.details.lost },
    { kept: 2, lost: 3 },
  )
  assert.equal((await change('text', 'drop')).statusCode, 422)
  assert.equal(
    await statusOf(team.manager, 'POST', `/field/${field.id}/change-type`, { type: 'number' }),
    422,
  )

  const listed = (await change('select', 'refuse')).json()
  assert.deepEqual({ kept: listed.kept, lost: listed.lost }, { kept: 5, lost: 0 })
  assert.deepEqual(listed.item.options.map(({ name }: { name: string }) => name).toSorted(), [
    '12,5',
    '3',
    '5',
    'Small',
    'large',
  ])
  const nameOf = (id: number) => listed.item.options.find((one: { id: number }) => one.id === id)?.name
  assert.equal(nameOf(listed.item.defaultValue), '3')
  const valueIn = async (index: number) =>
    (await team.member.call('GET', `/task/${tasks[index]?.id}`)).json().item.fields[field.id]
  assert.equal(await valueIn(2), await valueIn(3))
  const several = (await change('multi_select', 'refuse')).json()
  assert.deepEqual(await valueIn(2), [
    several.item.options.find((one: { name: string }) => one.name === 'large').id,
  ])
  await change('text', 'refuse')
  assert.equal(await valueIn(4), 'Small')
  const numbers = (await change('number', 'drop')).json()
  assert.deepEqual(
    { kept: numbers.kept, lost: numbers.lost, options: numbers.item.options },
    { kept: 2, lost: 3, options: [] },
  )
  assert.deepEqual([await valueIn(0), await valueIn(1), await valueIn(2)], [5, 12.5, undefined])
  assert.deepEqual(await indexed(tasks[1]?.id as number), [
    { fieldId: field.id, textValue: null, numberValue: 12.5 },
  ])
  const [recorded] = (await listActivity(services, { projectId: team.project.id }, 'field')).slice(-1)
  assert.deepEqual(
    { type: recorded?.type, after: recorded?.after },
    {
      type: 'field.type_changed',
      after: { fieldId: field.id, name: 'Size', fieldType: 'number', kept: 2, lost: 3 },
    },
  )
})

test('cards have the fields that are marked or make lanes, and boards notice every change', async () => {
  const shown = await createField({ name: 'Shown', type: 'text', showsOnCard: true })
  const hidden = await createField({ name: 'Hidden', type: 'text' })
  const lane = await createField({ name: 'Lane', type: 'checkbox' })
  const { id } = await createTask({ [shown.id]: 'yes', [hidden.id]: 'no', [lane.id]: true })
  const board = async () => (await team.member.call('GET', `/board/${team.boardId}/full`)).json().item
  const cardOf = (full: { columns: { tasks: { id: number; fields: object }[] }[] }) =>
    full.columns.flatMap(({ tasks }) => tasks).find(card => card.id === id)
  assert.deepEqual(cardOf(await board())?.fields, { [shown.id]: 'yes', [lane.id]: true })
  assert.deepEqual(
    (await board()).customFields.map((field: CustomField) => field.id),
    [shown.id, hidden.id, lane.id],
  )
  await team.manager.call('PUT', `/field/${hidden.id}`, { showsOnCard: true })
  assert.deepEqual(cardOf(await board())?.fields, { [shown.id]: 'yes', [hidden.id]: 'no', [lane.id]: true })
  await update(id, { fields: { [shown.id]: 'changed' } })
  assert.deepEqual(cardOf(await board())?.fields, {
    [shown.id]: 'changed',
    [hidden.id]: 'no',
    [lane.id]: true,
  })
  for (const field of [shown, hidden, lane])
    await team.manager.call('DELETE', `/field/${field.id}?force=true`)
  assert.deepEqual(cardOf(await board())?.fields, {})
  assert.deepEqual((await board()).customFields, [])
})

longTest(
  'a copy has the values; in another project, fields of the same name and type have them',
  async () => {
    const severity = await createField({
      name: 'Severity',
      type: 'select',
      options: [{ name: 'Low' }, { name: 'High' }],
    })
    const points = await createField({ name: 'Points', type: 'number' })
    const reviewer = await createField({ name: 'Reviewer', type: 'person' })
    const values = { [severity.id]: severity.options[1]?.id, [points.id]: 3, [reviewer.id]: team.viewer.id }
    const { id } = await createTask(values)
    const copy = (await team.member.call('POST', `/task/${id}/duplicate`, {})).json().item
    assert.deepEqual(copy.fields, values)

    const other = (await team.owner.call('POST', '/project', { name: 'Other' })).json().item
    await team.owner.call('POST', `/project/${other.id}/board`, { name: 'Board' })
    const theirs = await createField(
      { name: 'severity', type: 'select', options: [{ name: 'high' }] },
      other.id,
    )
    await createField({ name: 'Points', type: 'text' }, other.id)
    await createField({ name: 'Reviewer', type: 'person' }, other.id)
    const kind = await createField({ name: 'Kind', type: 'text', defaultValue: 'moved' }, other.id)
    const moved = (
      await team.owner.call('POST', `/task/${id}/move-to-project`, { projectId: other.id })
    ).json()
    assert.deepEqual(moved.item.fields, { [theirs.id]: theirs.options[0]?.id, [kind.id]: 'moved' })
    assert.deepEqual(moved.leftBehind.fields, ['Points', 'Reviewer'])
    const [arrived] = (await listActivity(services, { projectId: other.id }, 'task')).slice(-1)
    assert.deepEqual(Object(arrived?.after).lostFields, ['Points', 'Reviewer'])
    assert.equal((await indexed(id)).length, 2)
  },
)

test('a member who leaves disappears from open tasks and defaults', async () => {
  const { viewer, manager, member, project } = team
  const field = await createField({ name: 'Reviewer', type: 'person', defaultValue: viewer.id })
  const { id, version } = await createTask()
  assert.deepEqual((await member.call('GET', `/task/${id}`)).json().item.fields, { [field.id]: viewer.id })
  await manager.call('DELETE', `/project/${project.id}/member/${viewer.id}`)
  const left = (await member.call('GET', `/task/${id}`)).json().item
  assert.deepEqual({ fields: left.fields, version: left.version }, { fields: {}, version: version + 1 })
  const [{ defaultValue }] = (await member.call('GET', `/project/${project.id}/field`)).json().items
  assert.equal(defaultValue, null)
  await manager.call('POST', `/project/${project.id}/member`, { userId: viewer.id, role: 'viewer' })
})

longTest(
  'values are written before or after a field or an option is deleted or a member leaves, never in between',
  async () => {
    const { manager, member, viewer, project } = team
    for (let round = 0; round < 5; round += 1) {
      const field = await createField({
        name: 'List',
        type: 'select',
        options: [{ name: 'A' }, { name: 'B' }],
      })
      const person = await createField({ name: 'Person', type: 'person' })
      const option = field.options[0]?.id
      const tasks = await Promise.all([createTask(), createTask(), createTask()])
      await Promise.all([
        ...tasks.map(({ id }) => update(id, { fields: { [field.id]: option } })),
        manager.call('DELETE', `/field/option/${option}?force=true`),
        createTask({ [field.id]: field.options[1]?.id }),
      ])
      const { rows: orphaned } = await sql`select from task_field_values
      where field_id = ${field.id} and number_value = ${option}`.execute(db)
      assert.equal(orphaned.length, 0)
      await Promise.all([
        ...tasks.map(({ id }) => update(id, { fields: { [person.id]: viewer.id } })),
        manager.call('DELETE', `/project/${project.id}/member/${viewer.id}`),
      ])
      const { rows: absent } = await sql`select from task_field_values where field_id = ${person.id}`.execute(
        db,
      )
      assert.equal(absent.length, 0)
      await manager.call('POST', `/project/${project.id}/member`, { userId: viewer.id, role: 'viewer' })
      const other = field.options[1]?.id
      const answers = await Promise.all([
        ...tasks.map(({ id }) => update(id, { fields: { [field.id]: other } })),
        manager.call('DELETE', `/field/${field.id}?force=true`),
        manager.call('POST', `/field/${person.id}/change-type`, { type: 'text', losses: 'drop' }),
        member.call('POST', '/task', {
          title: 'New',
          columnId: team.toDo,
          fields: { [person.id]: member.id },
        }),
      ])
      for (const { statusCode, body } of answers) assert.ok([200, 422].includes(statusCode), body)
      const { rows: kept } = await sql`select from tasks where field_values ? ${String(field.id)}`.execute(db)
      assert.equal(kept.length, 0)
      await manager.call('DELETE', `/field/${person.id}?force=true`)
    }
  },
)

longTest('tasks are filtered and sorted by custom fields', async () => {
  const severity = await createField({
    name: 'Severity',
    type: 'select',
    options: [{ name: 'Low' }, { name: 'High' }],
  })
  const platforms = await createField({
    name: 'Platforms',
    type: 'multi_select',
    options: [{ name: 'Web' }, { name: 'iOS' }],
  })
  const points = await createField({ name: 'Points', type: 'number' })
  const release = await createField({ name: 'Release', type: 'date' })
  const approved = await createField({ name: 'Approved', type: 'checkbox' })
  const customer = await createField({ name: 'Customer', type: 'text' })
  const reviewer = await createField({ name: 'Reviewer', type: 'person' })
  const [low, high] = severity.options.map(({ id }) => id)
  const [web, ios] = platforms.options.map(({ id }) => id)
  const one = await createTask({
    [severity.id]: low,
    [platforms.id]: [web, ios],
    [points.id]: 10,
    [release.id]: '2026-03-01',
    [approved.id]: true,
    [customer.id]: 'Café Müller',
    [reviewer.id]: team.member.id,
  })
  const two = await createTask({
    [severity.id]: high,
    [points.id]: 9,
    [release.id]: '2026-03-20',
    [approved.id]: false,
  })
  const three = await createTask({})
  const ids = [one.id, two.id, three.id]
  const names = new Map([
    [one.id, 'one'],
    [two.id, 'two'],
    [three.id, 'three'],
  ])
  const list = async (query: string) => {
    const response = await team.member.call('GET', `/task?ids=${ids.join()}&today=2026-03-15&${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return response
      .json()
      .items.map(({ id }: { id: number }) => names.get(id))
      .join(' ')
  }
  const matching = (filter: string) => list(`filter=${encodeURIComponent(filter)}`)
  const cf = (field: CustomField) => `cf${field.id}`
  const expected: [string, string][] = [
    [`${cf(severity)} = ${low}`, 'one'],
    [`${cf(severity)} = high,low`, 'one two'],
    [`${cf(severity)} != high`, 'one three'],
    [`${cf(severity)} = none`, 'three'],
    [`${cf(platforms)} = ios`, 'one'],
    [`${cf(points)} >= 9.5`, 'one'],
    [`${cf(points)} < 10 or ${cf(points)} = none`, 'two three'],
    [`${cf(release)} > today`, 'two'],
    [`${cf(release)} = 2026-03-01`, 'one'],
    [`not ${cf(release)} < today`, 'two three'],
    [cf(approved), 'one'],
    [`${cf(approved)} = false`, 'two three'],
    [`${cf(customer)} ~ "cafe mu"`, 'one'],
    [`${cf(customer)} = "CAFÉ MÜLLER"`, 'one'],
    [`${cf(customer)} !~ muller`, 'two three'],
    [`${cf(reviewer)} = me`, 'one'],
    [`${cf(severity)} = high and ${cf(points)} = 9`, 'two'],
  ]
  for (const [filter, found] of expected) assert.equal(await matching(filter), found, filter)
  for (const [field, order] of [
    [points, 'two one three'],
    [release, 'one two three'],
    [severity, 'one two three'],
    [customer, 'one two three'],
    [reviewer, 'one two three'],
    [platforms, 'one two three'],
  ] as const) {
    assert.equal(await list(`orderBy=${cf(field)}`), order, field.name)
  }
  assert.equal(await list(`orderBy=-${cf(points)}`), 'one two three')

  const refused = async (query: string, user = team.member) =>
    (await user.call('GET', `/task?${query}`)).statusCode
  assert.equal(await refused('orderBy=cf999999'), 422)
  assert.equal(await refused('orderBy=nothing'), 422)
  assert.equal(await refused(`filter=${encodeURIComponent('cf999999 = 1')}`), 422)
  assert.equal(await refused(`filter=${encodeURIComponent(`${cf(points)} = many`)}`), 422)
  assert.equal(await refused(`filter=${encodeURIComponent(`${cf(points)} = 9`)}`, team.stranger), 422)
  assert.equal(await refused(`orderBy=${cf(points)}`, team.stranger), 422)
  const view = { name: 'Severe', projectId: team.project.id, kind: 'table', filter: `${cf(severity)} = high` }
  assert.equal(await statusOf(team.member, 'POST', '/view', view), 200)
  assert.equal(
    await statusOf(team.member, 'POST', '/view', { ...view, name: 'X', filter: 'cf999999 = 1' }),
    422,
  )
})
