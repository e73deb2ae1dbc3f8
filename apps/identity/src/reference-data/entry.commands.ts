import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import * as queries from './entry.queries.ts'
import type { EntryFields, EntryKind } from './entry-kinds.ts'

export function createEntry(deps: Deps, actor: Actor, kind: EntryKind, input: EntryFields) {
  const fields = kind.prepare?.(input) ?? input
  return inTransaction(deps, async tx => {
    const entry = await queries.insertEntry(tx, kind, fields)
    await audit(deps, tx, actor, record(kind, 'created', entry.id, input))
    return entry
  })
}

export function updateEntry(deps: Deps, actor: Actor, kind: EntryKind, id: number, changes: EntryFields) {
  const fields = kind.prepare?.(changes) ?? changes
  return inTransaction(deps, async tx => {
    const entry = await queries.updateEntry(tx, kind, id, fields)
    await audit(deps, tx, actor, record(kind, 'changed', id, changes))
    return entry
  })
}

export function deleteEntry(deps: Deps, actor: Actor, kind: EntryKind, id: number) {
  return inTransaction(deps, async tx => {
    const deleted = Object.entries(await queries.deleteEntry(tx, kind, id))
    const recorded = deleted.filter(([column]) => kind.recorded.includes(column))
    await audit(deps, tx, actor, record(kind, 'deleted', id, Object.fromEntries(recorded)))
  })
}

function record({ type }: EntryKind, action: string, subjectId: number, details: Record<string, unknown>) {
  return { action: `${type}.${action}`, subjectType: type, subjectId, details }
}
