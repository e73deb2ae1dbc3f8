import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Part, sendForm } from '@atrium/testing/forms'
import { startWorker } from '#worker.ts'
import { startBothServices } from './both-services.ts'
import type { Team, User } from './team.ts'

/** Both services with a file folder, and the worker that removes orphaned content. */
export async function startWithFiles(overrides: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-files-'))
  const services = await startBothServices({ STORAGE_URL: `file:${folder}`, RATE_LIMIT: 'off', ...overrides })
  const { app, deps } = services
  const worker = await startWorker(deps)
  after(async () => {
    await worker.stop()
    await rm(folder, { recursive: true })
  })

  function attach(user: User, taskId: number, parts: Record<string, Part>) {
    return sendForm({ app }, user.token, `/task/${taskId}/attachment`, parts)
  }

  async function uploadAttachment(
    user: User,
    taskId: number,
    file: Part = { name: 'a.txt', content: 'some notes' },
  ) {
    const response = await attach(user, taskId, { file })
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item
  }

  /** Checks whether the stored file exists, even after its record is gone. */
  async function storedFileOf(id: number) {
    const { key } = await deps.db
      .selectFrom('attachments')
      .where('id', '=', id)
      .select('key')
      .executeTakeFirstOrThrow()
    const file = join(folder, key.slice(0, 2), key.slice(2, 4), key)
    return { exists: () => existsSync(file) }
  }

  return { services, attach, uploadAttachment, storedFileOf }
}

export async function createTask({ member, toDo }: Team): Promise<{ id: number }> {
  const response = await member.call('POST', '/task', { title: 'Draw the logo', columnId: toDo })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}
