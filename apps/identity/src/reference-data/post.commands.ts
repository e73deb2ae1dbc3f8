import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { NewPost, PostChanges } from './post.contract.ts'
import * as queries from './post.queries.ts'

export function createPost(deps: Deps, actor: Actor, input: NewPost) {
  return inTransaction(deps, async tx => {
    const post = await queries.insertPost(tx, input)
    await audit(deps, tx, actor, record('post.created', post.id, input))
    return post
  })
}

export function updatePost(deps: Deps, actor: Actor, id: number, changes: PostChanges) {
  return inTransaction(deps, async tx => {
    const post = await queries.updatePost(tx, id, changes)
    await audit(deps, tx, actor, record('post.changed', id, changes))
    return post
  })
}

export function deletePost(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { name } = await queries.deletePost(tx, id)
    await audit(deps, tx, actor, record('post.deleted', id, { name }))
  })
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'post' as const, subjectId, details }
}
