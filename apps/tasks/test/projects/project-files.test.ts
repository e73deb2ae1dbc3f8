import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sendForm } from '@atrium/testing/forms'
import { startBothServices } from '../both-services.ts'
import { createTeam, createUser } from '../team.ts'

const services = await startBothServices({ RATE_LIMIT: 'off', PROJECT_FILES_MB: '1' })
const admin = await createUser(services, 'owner')

async function aProject() {
  const team = await createTeam(services)
  const { item: task } = (
    await team.member.call('POST', '/task', { title: 'Plan', columnId: team.toDo })
  ).json()
  const upload = (bytes: number, taskId = task.id) =>
    sendForm(services, team.member.token, `/task/${taskId}/attachment`, {
      file: { name: 'data.bin', content: randomBytes(bytes) },
    })
  const files = async () => (await team.viewer.call('GET', `/project/${team.project.id}/files`)).json().item
  const limit = (limitMb: number | null) =>
    admin.call('PUT', `/project/${team.project.id}/files`, { limitMb })
  return { ...team, task, upload, files, limit }
}

test('an upload beyond the limit is refused with what is used and allowed, and deletion gives space back', async () => {
  const { member, upload, files } = await aProject()
  const first = await upload(600_000)
  assert.equal(first.statusCode, 200, first.body)
  const refused = await upload(400_001)
  assert.equal(refused.statusCode, 413, refused.body)
  const { message, details } = refused.json().error
  assert.match(message, /^The files of this project take 1 of 1 MB/)
  assert.deepEqual(
    [details.reason, details.usedBytes, details.allowedBytes, details.fileBytes],
    ['project_files_full', 600_000, 1_000_000, 400_001],
  )
  assert.equal((await upload(400_000)).statusCode, 200)
  assert.deepEqual(await files(), { usedBytes: 1_000_000, allowedBytes: 1_000_000, limitMb: null })
  await member.call('DELETE', `/attachment/${first.json().item.id}`)
  assert.equal((await upload(600_000)).statusCode, 200)
})

test('administrators change the limit of a project, others cannot', async () => {
  const { owner, project, upload, files, limit } = await aProject()
  assert.equal((await owner.call('PUT', `/project/${project.id}/files`, { limitMb: 2 })).statusCode, 403)
  assert.equal((await limit(2)).statusCode, 200)
  assert.equal((await upload(1_500_000)).statusCode, 200)
  await limit(1)
  assert.deepEqual(await files(), { usedBytes: 1_500_000, allowedBytes: 1_000_000, limitMb: 1 })
  assert.equal((await upload(1)).statusCode, 413)
  await limit(0)
  assert.equal((await upload(1_000_000)).statusCode, 200)
  assert.deepEqual(await files(), { usedBytes: 2_500_000, allowedBytes: null, limitMb: 0 })
  await limit(null)
  assert.equal((await files()).allowedBytes, 1_000_000)
  assert.equal((await admin.call('PUT', '/project/999999/files', { limitMb: 2 })).statusCode, 404)
  const { items } = (await admin.call('GET', '/audit?limit=100')).json()
  const entry = items.find(({ action }: { action: string }) => action === 'project.files_limited')
  assert.deepEqual([entry.subjectId, entry.details], [project.id, { limitMb: null }])
})

test('uploads at the same time do not exceed the limit together', async () => {
  const { upload, files } = await aProject()
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(300_000)))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  assert.deepEqual(statuses, [200, 200, 200, 413, 413, 413])
  assert.equal((await files()).usedBytes, 900_000)
})

test('a copy of a task takes no more space, and permanent deletion gives it back', async () => {
  const { manager, owner, task, upload, files } = await aProject()
  await upload(900_000)
  const copy = await manager.call('POST', `/task/${task.id}/duplicate`, { attachments: true })
  assert.equal(copy.statusCode, 200, copy.body)
  assert.equal((await files()).usedBytes, 900_000)
  for (const id of [task.id, copy.json().item.id]) {
    await manager.call('DELETE', `/task/${id}`)
    assert.equal((await files()).usedBytes, 900_000)
  }
  for (const id of [task.id, copy.json().item.id]) await owner.call('DELETE', `/task/${id}/hard`)
  assert.equal((await files()).usedBytes, 0)
})
