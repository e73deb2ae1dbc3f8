import { randomBytes, randomUUID } from 'node:crypto'
import { openText, sealText } from '@atrium/core/sealed-text'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { upsertRobot } from '#administration/synchronisation.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import type { CreatedRepository, NewRepository, Repository } from './repository.contract.ts'
import * as queries from './repository.queries.ts'

const MAX_REPOSITORIES = 50
const SECRET_BYTES = 32
const PURPOSE = 'git repository'

export function createRepository(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { name }: NewRepository,
): Promise<CreatedRepository> {
  const { settings, now } = deps
  // In the form of Standard Webhooks, which GitLab checks; other hosts take any text.
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'repository.write')
    if ((await queries.countRepositories(tx, projectId)) >= MAX_REPOSITORIES) {
      throw new Conflict('too_many_repositories', { limit: MAX_REPOSITORIES })
    }
    const robotId = await upsertRobot(tx, { clientId: `git:${randomUUID()}`, name }, now().toISOString())
    const repository = await queries.insertRepository(tx, {
      projectId,
      name,
      secret: sealText(settings.TASKS_CLIENT_SECRET, PURPOSE, secret),
      robotId,
      createdBy: actor.id,
      createdAt: now().toISOString(),
    })
    await audit(deps, tx, actor, {
      action: 'repository.created',
      subjectType: 'repository',
      subjectId: repository.id,
      details: { projectId, name },
    })
    return { ...shown(deps, repository), secret }
  })
}

export function deleteRepository(deps: Deps, actor: Actor, id: number, projectId: number) {
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'repository.write')
    const deleted = await queries.deleteRepository(tx, projectId, id)
    if (!deleted) throw new NotFound('repository_not_found')
    await audit(deps, tx, actor, {
      action: 'repository.deleted',
      subjectType: 'repository',
      subjectId: id,
      details: { projectId, name: deleted.name },
    })
  })
}

/** With the address that the git host sends to. */
export function shown({ settings }: Pick<Deps, 'settings'>, repository: Omit<Repository, 'address'>) {
  return { ...repository, address: `${settings.TASKS_URL}/hooks/git/${repository.id}` }
}

export function secretOf({ settings }: Deps, { secret }: { secret: string }) {
  return openText(settings.TASKS_CLIENT_SECRET, PURPOSE, secret)
}
