import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { sharedServices } from '../both-services.ts'
import { createGuest } from '../team.ts'
import { recordsIn, unpack, withoutTime } from './archives.ts'
import { createFullProject } from './full-project.ts'
import { checkRoundTrips, exportBy as exportOf, importBy as importOf } from './round-trips.ts'

const services = await sharedServices()
const { db } = services.deps
const exportBy = exportOf.bind(null, services)
const importBy = importOf.bind(null, services)

/** Packs the archive again, with other files. */
async function changed(archive: Buffer, change: (files: Map<string, string>) => void) {
  const files = await unpack(archive)
  change(files)
  const changedArchive = pack()
  for (const [name, content] of files) changedArchive.entry({ name }, content)
  changedArchive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of changedArchive) chunks.push(chunk as Buffer)
  return gzipSync(Buffer.concat(chunks))
}

/** Changes a record of a kind. */
function edit(files: Map<string, string>, kind: string, index: number, fields: object) {
  const records = recordsIn(files, kind)
  records[index] = { ...records[index], ...fields }
  files.set(`${kind}.ndjson`, records.map(record => `${JSON.stringify(record)}\n`).join(''))
}

const { team } = await createFullProject(services)
const archive = await exportBy(team.owner, team.project.id)

test('the export of what was imported from an export is the same', async () => {
  const { projectId, unknownPeople } = await importBy(team.owner, archive)
  assert.notEqual(projectId, team.project.id)
  assert.deepEqual(unknownPeople, [])
  const again = await unpack(await exportBy(team.owner, projectId))
  assert.deepEqual([...withoutTime(again)], [...withoutTime(await unpack(archive))])
})

test('counts, searches and filters find what was imported, and webhooks are off', async () => {
  const { projectId } = await importBy(team.owner, archive)
  const get = async (url: string) => (await team.member.call('GET', url)).json()
  const filter = encodeURIComponent('cycle = "Sprint 1" and text ~ "notes"')
  const { items } = await get(`/task?projectId=${projectId}&filter=${filter}`)
  const [task] = items
  assert.equal(task.title, 'Write the notes 🗒')
  assert.deepEqual(
    [task.commentCount, task.voteCount, task.attachmentCount, task.checklistTotal, task.trackedSeconds > 0],
    [2, 2, 1, 1, true],
  )
  const { items: attachments } = await get(`/task/${task.id}/attachment`)
  const content = await team.member.call('GET', `/attachment/${attachments[0].id}/content`)
  assert.equal(content.body, 'some notes')
  const { items: views } = await get(`/view?projectId=${projectId}`)
  assert.match(views[0].filter, /^board = \d+ and \(cf\d+ = \d+ or cf\d+ = \d+\)$/)
  const { items: webhooks } = (await team.owner.call('GET', `/project/${projectId}/webhook`)).json()
  assert.deepEqual(
    webhooks.map(({ isEnabled }: { isEnabled: boolean }) => isEnabled),
    [false],
  )
})

test('forms come back with an address of their own, and are off until someone turns them on', async () => {
  const { manager, project, owner } = team
  const { projectId } = await importBy(owner, archive)
  const get = async (url: string) => (await manager.call('GET', url)).json()
  const [former] = (await get(`/project/${project.id}/intake-form`)).items
  const [form] = (await get(`/project/${projectId}/intake-form`)).items
  assert.deepEqual([form.name, form.email, form.dailyLimit, form.isEnabled], ['Tell us', 'required', 7, true])
  const { items: fields } = await get(`/project/${projectId}/field`)
  const size = fields.find(({ name }: { name: string }) => name === 'Size')
  assert.deepEqual(form.fields, [{ fieldId: size.id, isRequired: true }])
  assert.notEqual(form.url, former.url)
  assert.equal((await get(`/project/${projectId}/intake`)).item.isEnabled, false)
})

test('who imports is the owner, the former one becomes a manager, and people without an account here are the importer', async () => {
  const { stranger, owner, viewer } = team
  const foreign = await changed(archive, files => {
    const index = recordsIn(files, 'people').findIndex(({ email }) => email === viewer.email)
    edit(files, 'people', index, { email: 'unknown@elsewhere.example' })
  })
  const { projectId, unknownPeople } = await importBy(stranger, foreign)
  assert.deepEqual(unknownPeople, ['unknown@elsewhere.example'])
  const { items } = (await stranger.call('GET', `/project/${projectId}/member`)).json()
  const roles = new Map(items.map((item: { userId: number; role: string }) => [item.userId, item.role]))
  assert.equal(roles.get(stranger.id), 'owner')
  assert.equal(roles.get(owner.id), 'manager')
  assert.equal(roles.get(viewer.id), undefined)
})

test('a guest of the importer does not become a manager', async () => {
  const { owner, manager, viewer, project } = team
  const guest = await createGuest(services, { manager, projectId: project.id })
  const renamed = await changed(archive, files => {
    const index = recordsIn(files, 'people').findIndex(({ email }) => email === viewer.email)
    edit(files, 'people', index, { email: guest.email })
    const place = recordsIn(files, 'members').findIndex(({ userId }) => userId === index + 1)
    edit(files, 'members', place, { role: 'manager' })
  })
  const { projectId } = await importBy(owner, renamed)
  const { items } = (await owner.call('GET', `/project/${projectId}/member`)).json()
  const roles = new Map(items.map((item: { userId: number; role: string }) => [item.userId, item.role]))
  assert.deepEqual([roles.get(guest.id), roles.get(manager.id)], ['member', 'manager'])
})

const attacks: [string, (files: Map<string, string>) => unknown][] = [
  ['another format', files => files.set('export.json', '{"format":"other"}')],
  [
    'a newer version',
    files =>
      files.set(
        'export.json',
        (files.get('export.json') ?? '').replace(/"formatVersion": 1/, '"formatVersion": 2'),
      ),
  ],
  ['a missing kind', files => files.delete('comments.ndjson')],
  ['a name that leads out of the folder', files => files.set('../../outside.ndjson', 'x')],
  ['what is no JSON', files => files.set('tasks.ndjson', '{"id": 1')],
  ['a field that is not declared', files => edit(files, 'tasks', 0, { projectId: 1 })],
  ['a reference to nothing', files => edit(files, 'comments', 0, { taskId: 99 })],
  ['a circle of parents', files => edit(files, 'tasks', 0, { parentId: 2 })],
  ['a link that is a script', files => edit(files, 'webhooks', 0, { url: 'javascript:alert(1)' })],
  ['a rule that no one understands', files => edit(files, 'recurrences', 0, { rule: 'FREQ=NEVER' })],
  ['a background that does not exist', files => edit(files, 'boards', 0, { background: 'plaid' })],
  ['a role that does not exist', files => edit(files, 'members', 0, { role: 'god' })],
  ['a form without a limit', files => edit(files, 'forms', 0, { dailyLimit: 1_000_000 })],
  [
    'a form that asks for a person',
    files => edit(files, 'forms', 0, { fields: [{ fieldId: 2, isRequired: false }] }),
  ],
  ['a number twice', files => edit(files, 'tasks', 1, { number: 1 })],
  [
    'a content with another checksum',
    files =>
      [...files.keys()].filter(name => name.startsWith('files/')).map(name => files.set(name, 'other')),
  ],
]

for (const [name, change] of attacks) {
  test(`${name} is refused, and nothing of the import stays`, async () => {
    const before = await countProjects()
    await assert.rejects(importBy(team.owner, await changed(archive, change)), { code: 'validation_failed' })
    assert.equal(await countProjects(), before)
  })
}

test('an archive that is cut off is refused', async () => {
  for (const broken of [archive.subarray(0, archive.length / 2), Buffer.from('no archive'), Buffer.alloc(0)])
    await assert.rejects(importBy(team.owner, broken), { code: 'validation_failed' })
})

async function countProjects() {
  const { count } = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('whatever is done in a project, its export comes back', () => checkRoundTrips(services, 2))
