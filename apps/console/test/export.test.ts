import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openClient } from '@atrium/database/servers'
import { png } from '@atrium/testing/forms'
import { sql } from 'kysely'
import { sharedServices } from '../../tasks/test/both-services.ts'
import { assertDescribed } from '../../tasks/test/exports/archives.ts'
import { createFullProject, exportOf } from '../../tasks/test/exports/full-project.ts'
import { run } from './atrium.ts'
import { comparable, createOther } from './exported-installation.ts'

const services = await sharedServices()
const { team, parentId } = await createFullProject(services)
const home = mkdtempSync(join(tmpdir(), 'atrium-export-'))
after(() => rmSync(home, { recursive: true, force: true }))
const source = { environment: services.environment }

async function exportTo(name: string, installation: Parameters<typeof run>[0] = source) {
  const folder = join(home, name)
  const exported = await run(installation, 'export', folder, '--json')
  assert.equal(exported.code, 0, exported.stderr)
  return { folder, ...JSON.parse(exported.stdout) }
}

function recordsIn(folder: string, file: string) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)
  return lines.map(line => JSON.parse(line))
}

test('an export that is imported into an installation with other keys is exported as the same files', async () => {
  const { identityDeps } = services
  const { passportId } = team.member
  const secret = identityDeps.secrets.seal('two factor', Buffer.from('a secret of an app'))
  await sql`insert into two_factors (user_id, secret, created_at) values (${passportId}, ${secret}, now())`.execute(
    identityDeps.db,
  )
  await sql`update branding set name = 'Harbour', logo = ${png}, logo_type = 'image/png', logo_digest = 'abc'`.execute(
    identityDeps.db,
  )
  const { folder, files } = await exportTo('first')
  const [branding] = recordsIn(folder, 'identity/branding.ndjson')
  assert.equal(branding.name, 'Harbour')
  assert.equal(files, 1)
  const other = await createOther(services.environment)
  const imported = await run(other, 'import', 'atrium', folder)
  assert.equal(imported.code, 0, imported.stderr)
  assert.match(imported.stdout, /^Imported \d+ records of the export from 20/)
  const second = await exportTo('second', other)
  assert.deepEqual(comparable(second.folder), comparable(folder))

  const client = await openClient(String(other.environment.TASKS_DATABASE_URL))
  const { rows } = await client.query(
    `select (select text from task_texts where task_id = $1) as text,
      (select count(*)::int from task_field_values where task_id = $1) as values,
      (select count(*)::int from activity where xid is not null) as waiting,
      (insert_id.id > (select max(id) from tasks)) as advances
     from (select nextval(pg_get_serial_sequence('tasks', 'id')) as id) as insert_id`,
    [parentId],
  )
  await client.end()
  assert.match(rows[0].text, /write the notes/)
  assert.deepEqual({ ...rows[0], text: '' }, { text: '', values: 2, waiting: 0, advances: true })
})

test('records are as the schema of their file says, and nobody else can read them', async () => {
  const { folder } = await exportTo('described')
  const { $defs } = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'))
  for (const [file, schema] of Object.entries<object>($defs))
    assertDescribed(schema, recordsIn(folder, file), file)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  assert.equal(statSync(join(folder, 'identity/passwords.ndjson')).mode & 0o777, 0o600)
  assert.ok(recordsIn(folder, 'identity/passwords.ndjson').length > 0)
  assert.equal(existsSync(join(folder, 'identity/accessTokens.ndjson')), false)
  const clients = recordsIn(folder, 'identity/clients.ndjson').map(({ clientId }) => clientId)
  assert.ok(!clients.includes(services.environment.TASKS_CLIENT_ID))
})

test('an installation with users, a folder with files, and what is no export are refused with one sentence', async () => {
  const { folder } = await exportTo('complete')
  const refusals: [string[], RegExp][] = [
    [
      ['import', 'atrium', folder],
      /^This installation already contains data\. Import into an empty ATRIUM_DATA/,
    ],
    [['export', folder], /is not empty\.$/],
    [['import', 'elsewhere', folder], /^SOURCE must be one of /],
  ]
  for (const [words, sentence] of refusals) {
    const { code, stderr } = await run(source, ...words)
    assert.equal(code, 1)
    assert.match(stderr.trim(), sentence)
    assert.equal(stderr.trim().split('\n').length, 1)
  }
  const other = await createOther(services.environment)
  const path = join(folder, 'tasks/comments.ndjson')
  for (const [content, sentence] of [
    ['{"id":1,"text":', /line 1 is not a JSON object/],
    ['{"id":1,"password":"x"}', /line 1 has the field password, which is unknown/],
  ] as const) {
    writeFileSync(path, content)
    const { code, stderr } = await run(other, 'import', 'atrium', folder)
    assert.equal(code, 1)
    assert.match(stderr, sentence)
  }
  const unfinished = await run(other, 'import', 'atrium', home)
  assert.match(unfinished.stderr, /is not the export of an installation\.$/m)
})

test('the export of a project is imported as a new project of a user', async () => {
  const file = join(home, 'project.tar.gz')
  writeFileSync(file, (await exportOf(services, team)).rawPayload)
  const { code, stdout, stderr } = await run(
    source,
    'import',
    'atrium',
    file,
    '--as',
    team.owner.email,
    '--json',
  )
  assert.equal(code, 0, stderr)
  const { project_id: projectId, name, tasks, unknown_people: unknown } = JSON.parse(stdout)
  assert.deepEqual([name, tasks, unknown], ['Website', 3, []])
  const project = (await team.owner.call('GET', `/project/${projectId}`)).json().item
  assert.equal(project.myRole, 'owner')
  for (const [words, sentence] of [
    [[file], /^--as must be/],
    [[join(home, 'nothing.tar.gz'), '--as', team.owner.email], /is neither a file nor a folder/],
    [[file, '--as', 'nobody@example.org'], /is not a user who has signed in/],
    [[new URL(import.meta.url).pathname, '--as', team.owner.email], /not an export of a project/],
  ] as const) {
    const refused = await run(source, 'import', 'atrium', ...words)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, sentence)
  }
})
