import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256 } from '@atrium/core/sha256'
import { sql } from 'kysely'
import { exportKinds, notExported } from '#exports/export-kinds.ts'
import { sharedServices } from '../both-services.ts'
import { notOfProjects } from '../project-columns.ts'
import { assertDescribed, recordsIn, unpack, withoutTime } from './archives.ts'
import { createFullProject, exportOf } from './full-project.ts'

const services = await sharedServices()
const { db } = services.deps
const { team } = await createFullProject(services)

async function filesOf() {
  const response = await exportOf(services, team)
  assert.equal(response.statusCode, 200, response.body)
  return unpack(response.rawPayload)
}

test('an export has records of every kind, and they are as its schema says', async () => {
  const files = await filesOf()
  const { $defs } = JSON.parse(files.get('schema.json') ?? '')
  for (const { name } of [{ name: 'people' }, ...exportKinds]) {
    const records = recordsIn(files, name)
    if (!['pastColumns', 'links'].includes(name)) assert.ok(records.length > 0, `no ${name}`)
    assertDescribed($defs[`${name}.ndjson`], records, name)
  }
  assertDescribed($defs['export.json'], [JSON.parse(files.get('export.json') ?? '')], 'export.json')
})

test('records refer to each other by numbers, and no id of the installation is left', async () => {
  const files = await filesOf()
  const [task] = recordsIn(files, 'tasks')
  const people = recordsIn(files, 'people')
  const numberOf = (user: { email: string }) => people.find(({ email }) => email === user.email)?.id
  const { member, manager, viewer } = team
  assert.deepEqual(
    { ...task, createdAt: '', updatedAt: '', completedAt: '', archivedAt: '' },
    {
      id: 1,
      number: 1,
      title: 'Write the notes 🗒',
      description: `For @[${numberOf(viewer)}]`,
      boardId: 1,
      columnId: 3,
      position: task?.position,
      priority: 'normal',
      assigneeId: numberOf(member),
      otherAssigneeIds: [numberOf(manager)],
      creatorId: numberOf(member),
      parentId: null,
      cycleId: 1,
      coverId: null,
      recurrenceId: null,
      occurrenceDate: null,
      startDate: null,
      dueDate: '2026-03-10',
      estimateSeconds: 3600,
      fieldValues: { 1: 2, 2: numberOf(viewer) },
      completedAt: '',
      archivedAt: '',
      deletedAt: null,
      deletedBy: null,
      createdAt: '',
      updatedAt: '',
    },
  )
  const [comment, reply] = recordsIn(files, 'comments')
  assert.deepEqual([comment?.replyToId, reply?.replyToId], [null, comment?.id])
  assert.equal(comment?.text, `@[${numberOf(manager)}] please look. See @[0]`)
  const [view] = recordsIn(files, 'views')
  assert.equal(view?.filter, `board = 1 and (cf2 = ${numberOf(viewer)} or cf1 = 1)`)
  assert.equal(view?.groupBy, 'cf1')
  const [template] = recordsIn(files, 'templates') as { content: { tasks: [{ assigneeIds: number[] }] } }[]
  assert.deepEqual(template?.content.tasks[0].assigneeIds, [numberOf(member), numberOf(manager)])
})

test('tasks in the trash are marked, and reports keep what was deleted for good', async () => {
  const files = await filesOf()
  const tasks = recordsIn(files, 'tasks')
  assert.deepEqual(
    tasks.map(({ title, deletedAt }) => [title, deletedAt !== null]),
    [
      ['Write the notes 🗒', false],
      ['Check them', false],
      ['Never mind', true],
    ],
  )
  assert.ok(recordsIn(files, 'stages').some(({ taskId }) => taskId === -1))
  assert.equal(recordsIn(files, 'project')[0]?.lastTaskNumber, 4)
})

test('equal contents of attachments are one file, which has its checksum as its name', async () => {
  const files = await filesOf()
  assert.deepEqual(
    [...files].filter(([name]) => name.startsWith('files/')),
    [[`files/${sha256('some notes', 'hex')}`, 'some notes']],
  )
  assert.equal(recordsIn(files, 'attachments').length, 2)
})

test('secrets stay here, and what one user does for themselves does too', async () => {
  const { stranger, member, manager } = team
  const { items: forms } = (await manager.call('GET', `/project/${team.project.id}/intake-form`)).json()
  const token = forms[0].url.split('/').at(-1)
  await member.call('POST', '/view', { projectId: team.project.id, name: 'Only mine' })
  const all = [...(await filesOf()).values()].join('\n')
  for (const absent of [stranger.email, 'Only mine', 'secret":', token])
    assert.ok(!all.includes(absent), absent)
})

test('two exports of equal data differ only in when they were written', async () => {
  const [one, other] = [await filesOf(), await filesOf()]
  assert.deepEqual(withoutTime(one), withoutTime(other))
  assert.deepEqual([...one.keys()].slice(0, 3), ['export.json', 'schema.json', 'people.ndjson'])
})

test('an export is one snapshot: what changes while it is written is not in it', async () => {
  const before = await filesOf()
  const writing = exportOf(services, team)
  await Promise.all(
    Array.from({ length: 5 }, () =>
      team.member.call('POST', '/task', { title: 'Late', columnId: team.toDo }),
    ),
  )
  const files = await unpack((await writing).rawPayload)
  const late = recordsIn(files, 'tasks').length - recordsIn(before, 'tasks').length
  const recorded = recordsIn(files, 'activity').filter(({ type }) => type === 'task.created').length
  assert.equal(recorded, 4 + late)
})

test('a board of Trello has what Trello has', async () => {
  const response = await exportOf(services, team, '?format=trello')
  assert.equal(response.statusCode, 200, response.body)
  const board = response.json()
  assert.ok(board.cards, response.body.slice(0, 500))
  const [card] = board.cards
  assert.deepEqual(
    board.lists.map(({ name }: { name: string }) => name),
    ['To do', 'In progress', 'Done'],
  )
  assert.equal(card.name, 'Write the notes 🗒')
  assert.equal(card.idList, board.lists[2].id)
  assert.equal(card.idMembers.length, 2)
  assert.equal(card.dueComplete, true)
  assert.equal(board.checklists[0].checkItems[0].name, 'First')
  assert.equal(board.actions[0].data.card.id, card.id)
  assert.ok(board.cards.every(({ name }: { name: string }) => name !== 'Never mind'))
})

test('every table and column of a project is exported, or listed with a reason', async () => {
  const { rows } = await sql<{ table: string; columns: string[]; imprecise: string[] }>`
    select relname as table, array_agg(attname::text order by attnum) as columns,
      coalesce(array_agg(attname::text) filter (where format_type(atttypid, atttypmod) = 'timestamp with time zone'), '{}') as imprecise
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`.execute(db)
  const elsewhere = Object.values(notOfProjects).flatMap(Object.keys)
  for (const { table, columns, imprecise } of rows) {
    const kind = exportKinds.find(one => one.table === table)
    if (!kind) {
      assert.ok(
        table in notExported || elsewhere.includes(table),
        `${table} is not exported: add it to exportKinds, or say why in notExported`,
      )
      continue
    }
    const named = Object.entries(kind.fields).map(([name, { column = name }]) =>
      column.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    )
    assert.deepEqual([...new Set([...named, ...kind.leftOut])].sort(), [...columns].sort(), table)
    assert.deepEqual(
      imprecise.filter(name => named.includes(name)),
      [],
      `${table} has instants that an export would cut`,
    )
  }
})
