import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createDebianPostgres, findPostgres } from '@atrium/testing/debian-postgres'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { createInstallation, up } from './atrium.ts'

const OWNER = { login: 'owner@example.org', password: 'a long enough passphrase' }
const skip = findPostgres() ? false : "Debian's postgresql is not installed"

test('a task that was deleted for good comes back with the moment before', { skip }, async () => {
  const postgres = createDebianPostgres()
  const server = postgres.server('main', await freePort())
  const archive = join(postgres.folder, 'wal')
  const base = join(postgres.folder, 'base')
  mkdirSync(archive)
  chmodSync(archive, 0o777)
  after(async () => {
    await server.stop()
    postgres.remove()
  })
  server.initialise()
  server.configure({
    listen_addresses: '127.0.0.1',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    archive_timeout: '300',
  })
  await server.start()
  for (const name of ['identity', 'tasks']) server.run('createdb', '-E', 'UTF8', '-T', 'template0', name)
  server.run('pg_basebackup', '-D', base, '-c', 'fast')

  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${server.port}/${name}`
  const installation = await createInstallation({
    IDENTITY_DATABASE_URL: urlOf('identity'),
    TASKS_DATABASE_URL: urlOf('tasks'),
    ATRIUM_OWNER_EMAIL: OWNER.login,
    ATRIUM_OWNER_PASSWORD: OWNER.password,
  })
  const first = await up(installation)
  const call = await signIn(installation.tasksUrl)
  const { item: task } = await call('POST', '/task', { title: 'Kept' })
  const moment = server.query('select clock_timestamp()')
  await call('DELETE', `/task/${task.id}/hard`)
  await assert.rejects(call('GET', `/task/${task.id}`), /404/)
  first.child.kill('SIGTERM')
  await first.ended
  await server.stop()

  renameSync(server.data, `${server.data}-damaged`)
  execFileSync('cp', ['-a', base, server.data])
  server.recover({
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  })
  await server.start()
  await waitUntil(() => server.query('select pg_is_in_recovery()') === 'f')

  const second = await up(installation)
  const callAgain = await signIn(installation.tasksUrl)
  assert.equal((await callAgain('GET', `/task/${task.id}`)).item.title, 'Kept')
  second.child.kill('SIGTERM')
  await second.ended
})

async function signIn(url: string) {
  const send = async (method: string, path: string, body?: object, token = '') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const { token } = await send('POST', '/user/login', OWNER)
  return (method: string, path: string, body?: object) => send(method, path, body, token)
}
