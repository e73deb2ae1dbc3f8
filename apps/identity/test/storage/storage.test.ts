import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startJobs } from '@atrium/jobs/jobs'
import { multipart, type Part, png, sendForm } from '@atrium/testing/forms'
import { waitUntil } from '@atrium/testing/wait-until'
import { storageTasks } from '#storage/file.commands.ts'
import { origin, startIdentity } from '../identity-service.ts'
import { as, createUser, signIn } from '../people.ts'

const LIMIT = 100_000
const outside = tmpdir()
const folder = await mkdtemp(join(outside, 'atrium-files-'))
process.env.TMPDIR = folder
const identity = await startIdentity({ STORAGE_URL: `file:${folder}`, STORAGE_MAX_BYTES: String(LIMIT) })
const { app, deps } = identity
const worker = await startJobs(deps.settings.IDENTITY_DATABASE_URL, storageTasks(deps), deps.log)
after(async () => {
  await worker.stop()
  process.env.TMPDIR = outside
  await rm(folder, { recursive: true })
})
const ann = await createUser(identity)
const bob = await createUser(identity)
const owner = await createUser(identity, 'owner')
const annsToken = (await signIn(identity, ann)).access_token
const bobsToken = (await signIn(identity, bob)).access_token
const adminsToken = (await signIn(identity, await createUser(identity, 'admin'))).access_token
const managersToken = (await signIn(identity, await createUser(identity, 'manager'))).access_token
const asAnn = as(identity, annsToken)
const asBob = as(identity, bobsToken)
const asManager = as(identity, managersToken)

function upload(token: string, parts: Record<string, Part>) {
  return sendForm(identity, token, '/storage/files', parts)
}

async function uploadFile(token: string, parts: Record<string, Part> = {}) {
  const response = await upload(token, { file: { name: 'notes.txt', content: 'some notes' }, ...parts })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

function storedFiles() {
  return globSync('??/??/*', { cwd: folder }).length
}

test('an uploaded file is returned unchanged', async () => {
  const content = Buffer.alloc(LIMIT, 'x')
  const file = await uploadFile(annsToken, { file: { name: 'notes.txt', content } })
  assert.deepEqual(file, {
    id: file.id,
    userId: ann.id,
    purpose: 'document',
    name: 'notes.txt',
    type: 'text/plain',
    size: LIMIT,
    sha256: createHash('sha256').update(content).digest('hex'),
    createdAt: file.createdAt,
  })
  assert.deepEqual((await asAnn('GET', `/storage/files/${file.id}`)).json().item, file)
  const response = await asAnn('GET', `/storage/files/${file.id}/content`)
  assert.deepEqual(response.rawPayload, content)
  assert.equal(response.headers['content-length'], String(LIMIT))
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  assert.match(String(response.headers['content-disposition']), /^attachment; filename="notes.txt"/)
  assert.equal(response.headers['cache-control'], 'private, no-cache')
})

test('content the browser already has returns 304', async () => {
  const { id, sha256 } = await uploadFile(annsToken)
  const headers = { authorization: `Bearer ${annsToken}`, 'if-none-match': `"${sha256}"` }
  const response = await app.inject({ url: `/storage/files/${id}/content`, headers })
  assert.equal(response.statusCode, 304)
  assert.equal(response.body, '')
})

test('an avatar is cached without asking again', async () => {
  const { id } = await uploadFile(adminsToken, { purpose: 'avatar', file: { name: 'cat.png', content: png } })
  const { headers } = await asAnn('GET', `/storage/files/${id}/content`)
  assert.equal(headers['cache-control'], 'private, max-age=3600')
})

test('an image is served inline whatever its name', async () => {
  const { id, type } = await uploadFile(annsToken, { file: { name: 'page.html', content: png } })
  assert.equal(type, 'image/png')
  const { headers } = await asAnn('GET', `/storage/files/${id}/content`)
  assert.equal(headers['content-type'], 'image/png')
  assert.match(String(headers['content-disposition']), /^inline/)
})

for (const [what, name, content] of [
  ['HTML named as a PNG', 'cat.png', '<!doctype html><script>alert(1)</script>'],
  ['an SVG', 'cat.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['an SVG with a prologue', 'cat.svg', '<?xml version="1.0"?><svg onload="alert(1)"/>'],
] as const) {
  test(`${what} is served as a download and refused as an avatar`, async () => {
    const { id } = await uploadFile(annsToken, { file: { name, content } })
    const { headers } = await asAnn('GET', `/storage/files/${id}/content`)
    assert.match(String(headers['content-disposition']), /^attachment/)
    assert.doesNotMatch(String(headers['content-type']), /html|image/)
    const before = storedFiles()
    const avatar = await upload(annsToken, { purpose: 'avatar', file: { name, content } })
    assert.equal(avatar.statusCode, 422)
    assert.ok(avatar.json().error.details.errors.file)
    assert.equal(storedFiles(), before)
  })
}

for (const [name, kept] of [
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\fakepath\\my photo.jpg', 'my photo.jpg'],
  ['..', 'file'],
  ['%0d%0aSet-Cookie: a=b.html', '%0d%0aSet-Cookie: a=b.html'],
  ['план "А".txt', undefined],
  ['gnp.\u202egpj.exe', 'gnp.gpj.exe'],
  ['x'.repeat(400), 'x'.repeat(255)],
] as const) {
  test(`a file can be named ${JSON.stringify(name).slice(0, 40)}`, async () => {
    const file = await uploadFile(annsToken, { file: { name, content: 'x' } })
    if (kept) assert.equal(file.name, kept)
    const { headers } = await asAnn('GET', `/storage/files/${file.id}/content`)
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="[^"\\\r\n%]*"; filename\*=UTF-8''[\w.~%-]+$/,
    )
  })
}

test('a line break in a name cannot add a header', async () => {
  const response = await upload(annsToken, { file: { name: 'a\r\nb.html', content: 'x' } })
  assert.ok([200, 400, 422].includes(response.statusCode), response.body)
  if (response.statusCode !== 200) return
  const { id, name } = response.json().item
  assert.doesNotMatch(name, /[\r\n]/)
  const { headers } = await asAnn('GET', `/storage/files/${id}/content`)
  assert.doesNotMatch(String(headers['content-disposition']), /[\r\n]/)
})

test('uploading requires a file that is neither empty nor too large', async () => {
  const before = storedFiles()
  const errorsOf = async (parts: Record<string, Part>) =>
    (await upload(annsToken, parts)).json().error.details.errors.file
  assert.deepEqual(await errorsOf({ purpose: 'document' }), ['is required'])
  assert.deepEqual(await errorsOf({ file: 'just text' }), ['must be a file'])
  assert.deepEqual(await errorsOf({ file: { name: '', content: '' } }), ['is required'])
  assert.deepEqual(await errorsOf({ file: { name: 'empty.txt', content: '' } }), ["can't be empty"])
  const json = await asAnn('POST', '/storage/files', { file: { name: 'a', size: 1 } })
  assert.deepEqual(json.json().error.details.errors, { file: ['must be a file'] })
  const tooLarge = await upload(annsToken, { file: { name: 'big', content: Buffer.alloc(LIMIT + 1) } })
  assert.equal(tooLarge.statusCode, 413)
  const elsewhere = await upload(annsToken, { purpose: { name: 'a', content: 'document' } })
  assert.equal(elsewhere.statusCode, 400)
  const two = await upload(annsToken, {
    file: { name: 'a', content: 'a' },
    other: { name: 'b', content: 'b' },
  })
  assert.ok(two.statusCode >= 400 && two.statusCode < 500)
  assert.equal(storedFiles(), before)
})

test('files of other users return 404', async () => {
  const { id } = await uploadFile(annsToken)
  const missing = (await asBob('GET', '/storage/files/999999')).json()
  for (const [method, url] of [
    ['GET', `/storage/files/${id}`],
    ['GET', `/storage/files/${id}/content`],
    ['DELETE', `/storage/files/${id}`],
  ] as const) {
    const response = await asBob(method, url)
    assert.equal(response.statusCode, 404)
    assert.deepEqual(response.json(), missing)
  }
  assert.equal((await asManager('GET', `/storage/files/${id}/content`)).statusCode, 200)
  assert.equal((await asManager('DELETE', `/storage/files/${id}`)).statusCode, 403)
})

test('uploading for another user requires the any permission and a higher level', async () => {
  const file = { name: 'a.txt', content: 'a' }
  const refused = await upload(annsToken, { file, userId: String(bob.id) })
  assert.equal(refused.json().error.details.permission, 'storage.write.any')
  assert.equal((await uploadFile(adminsToken, { userId: String(bob.id) })).userId, bob.id)
  assert.equal((await upload(adminsToken, { file, userId: String(owner.id) })).statusCode, 403)
  const unknownUser = await upload(adminsToken, { file, userId: '999999' })
  assert.deepEqual(unknownUser.json().error.details.errors, { userId: ['does not exist'] })
})

test('users list their own files, and users with permission those of all users', async () => {
  const { id } = await uploadFile(bobsToken)
  const { items } = (await asBob('GET', '/storage/files?limit=1000')).json()
  assert.ok(items.every((item: { userId: number }) => item.userId === bob.id))
  assert.ok(!('key' in items[0]))
  assert.equal((await asAnn('GET', `/storage/files?userId=${bob.id}`)).statusCode, 403)
  const seen = (await asManager('GET', `/storage/files?userId=${bob.id}&purpose=document&orderBy=-id`)).json()
  assert.equal(seen.items[0].id, id)
  assert.equal((await asManager('GET', '/storage/files?purpose=avatar&limit=1')).statusCode, 200)
})

test('deleting a file removes its content', async () => {
  const { id } = await uploadFile(annsToken)
  const before = storedFiles()
  assert.equal((await asAnn('DELETE', `/storage/files/${id}`)).statusCode, 200)
  assert.equal((await asAnn('GET', `/storage/files/${id}/content`)).statusCode, 404)
  await waitUntil(() => storedFiles() === before - 1)
})

test('the newest avatar is shown, and none after it is deleted', async () => {
  const avatarUrl = async () => (await asAnn('GET', `/users/${ann.id}`)).json().item.avatarUrl
  assert.equal(await avatarUrl(), null)
  await uploadFile(annsToken, { purpose: 'avatar', file: { name: 'me.png', content: png } })
  const { id } = await uploadFile(annsToken, { purpose: 'avatar', file: { name: 'me.png', content: png } })
  assert.equal(await avatarUrl(), `${origin}/storage/files/${id}/content`)
  await asAnn('DELETE', `/storage/files/${id}`)
  assert.equal(await avatarUrl(), null)
})

test('users can see the current avatar of others, but no old avatars or other files', async () => {
  const avatar = { purpose: 'avatar', file: { name: 'me.png', content: png } }
  const old = await uploadFile(annsToken, avatar)
  const current = await uploadFile(annsToken, avatar)
  const document = await uploadFile(annsToken)
  const content = (file: { id: number }) => asBob('GET', `/storage/files/${file.id}/content`)
  assert.deepEqual((await content(current)).rawPayload, png)
  assert.equal((await content(old)).statusCode, 404)
  assert.equal((await content(document)).statusCode, 404)
  assert.equal((await asBob('GET', `/storage/files/${current.id}`)).statusCode, 404)
  assert.equal((await app.inject(`/storage/files/${current.id}/content`)).statusCode, 401)
  await asAnn('DELETE', `/storage/files/${current.id}`)
})

test('the profile form can contain an avatar', async () => {
  const url = `/users/${bob.id}/update`
  const response = await sendForm(identity, bobsToken, url, {
    stack: 'TypeScript',
    avatar: { name: 'me.png', content: png },
  })
  assert.equal(response.statusCode, 200, response.body)
  const { stack, avatarUrl } = response.json().item
  assert.equal(stack, 'TypeScript')
  const shown = await asBob('GET', avatarUrl.slice(origin.length))
  assert.deepEqual(shown.rawPayload, png)
  const refused = await sendForm(identity, bobsToken, url, {
    stack: 'HTML',
    avatar: { name: 'me.png', content: '<html>' },
  })
  assert.ok(refused.json().error.details.errors.avatar)
  assert.equal((await asBob('GET', '/users/me')).json().item.stack, 'TypeScript')
})

test('an aborted upload leaves nothing behind', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const before = storedFiles()
  const { payload, contentType } = multipart({ file: { name: 'a', content: Buffer.alloc(90_000) } })
  const headers = {
    authorization: `Bearer ${annsToken}`,
    'content-type': contentType,
    'content-length': payload.length,
  }
  const sending = request({ host: '127.0.0.1', port, method: 'POST', path: '/storage/files', headers })
  sending.on('error', () => {})
  sending.write(payload.subarray(0, 50_000))
  await waitUntil(async () => (await openUploads()).length > 0)
  sending.destroy()
  await waitUntil(async () => (await openUploads()).length === 0)
  assert.equal(storedFiles(), before)
  assert.deepEqual(await readdir(join(folder, 'unfinished')), [])
  assert.deepEqual(globSync('atrium-upload-*', { cwd: folder }), [])
  assert.equal((await upload(annsToken, { file: { name: 'a', content: 'still here' } })).statusCode, 200)
})

test('orphaned content is removed', async () => {
  const { id } = await uploadFile(annsToken)
  const before = storedFiles()
  const { key } = await deps.db
    .deleteFrom('files')
    .where('id', '=', id)
    .returning('key')
    .executeTakeFirstOrThrow()
  await storageTasks(deps)['storage.remove_loose_content']?.({ key })
  assert.equal(storedFiles(), before - 1)
})

/** The files this process has open. */
async function openUploads() {
  const handles = await readdir('/proc/self/fd')
  const files = await Promise.all(handles.map(handle => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return files.filter(file => file.includes('atrium-upload-'))
}
