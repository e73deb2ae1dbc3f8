import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { Actor } from '#administration/actor.ts'
import { importProjectExport } from '#exports/import-project.ts'
import type { BothServices } from '../both-services.ts'
import { createTeam, type User } from '../team.ts'
import { unpack, withoutTime } from './archives.ts'
import { createRandomProject, forAnySteps } from './random-project.ts'

export async function exportBy({ app }: BothServices, user: User, projectId: number) {
  const headers = { authorization: `Bearer ${user.token}` }
  const response = await app.inject({ url: `/project/${projectId}/export`, headers })
  assert.equal(response.statusCode, 200, response.body)
  return response.rawPayload
}

export async function importBy({ deps }: BothServices, user: User, archive: Buffer) {
  const actor = (await deps.absentUsers.find(user.id)) as Actor
  return importProjectExport(deps, actor, Readable.from([archive]))
}

/** Does something in a project, exports it, imports the export and exports that: both exports have to be the same. */
export async function checkRoundTrips(services: BothServices, numRuns: number) {
  const team = await createTeam(services)
  const { owner } = team
  await forAnySteps(numRuns, async steps => {
    const first = await exportBy(services, owner, await createRandomProject(services, team, steps))
    const { projectId } = await importBy(services, owner, first)
    const second = await exportBy(services, owner, projectId)
    assert.deepEqual([...withoutTime(await unpack(second))], [...withoutTime(await unpack(first))])
  })
}
