import assert from 'node:assert/strict'
import { type Part, sendForm } from '@atrium/testing/forms'
import { waitUntil } from '@atrium/testing/wait-until'
import type { ImportJob } from '#imports/jobs/import-job.contract.ts'
import { startWithFiles } from '../files.ts'
import type { User } from '../team.ts'

/** Services whose worker runs imports, which can ask programs on this machine. */
export async function startImporting() {
  const { services } = await startWithFiles({ OUTBOUND_ALLOW: '127.0.0.1' })

  async function start(caller: User, body: object): Promise<ImportJob> {
    const response = await caller.call('POST', '/import', body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item
  }

  async function upload(caller: User, parts: Record<string, Part>): Promise<ImportJob> {
    const response = await sendForm(services, caller.token, '/import', parts)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item
  }

  async function read(caller: User, { id }: { id: number }): Promise<ImportJob> {
    const response = await caller.call('GET', `/import/${id}`)
    assert.equal(response.statusCode, 200, response.body)
    return response.json().item
  }

  /** Waits until the import has ended. */
  async function ended(caller: User, job: { id: number }): Promise<ImportJob> {
    let latest = await read(caller, job)
    await waitUntil(async () => {
      latest = await read(caller, job)
      return latest.finishedAt !== null
    })
    return latest
  }

  /** The tasks of a project by title. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  async function tasksOf(caller: User, projectId: number | null): Promise<Map<string, any>> {
    const response = await caller.call('GET', `/task?projectId=${projectId}&limit=1000`)
    assert.equal(response.statusCode, 200, response.body)
    return new Map(response.json().items.map((task: { title: string }) => [task.title, task]))
  }

  return { services, start, upload, read, ended, tasksOf }
}
