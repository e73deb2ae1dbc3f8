import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { StoredEntry } from './audit-outbox.ts'
import { type EventDocument, eventActions, type PublicEventType } from './event-document.contract.ts'

const typesByAction = new Map(
  Object.entries(eventActions).flatMap(([type, actions]) =>
    actions.map((action): [string, PublicEventType] => [action, type as PublicEventType]),
  ),
)

export const publicActions = [...typesByAction.keys()]

export function publicTypeOf({ type: action }: Pick<StoredEntry, 'type'>) {
  return typesByAction.get(action)
}

/** The documents of audit entries, in their order, with the names that users and roles have now. */
export async function documentsOf(db: Database, entries: StoredEntry[]): Promise<EventDocument[]> {
  const names = new Map((await listNames(db, entries)).map(one => [one.id, one]))
  return entries.flatMap(entry => {
    const type = publicTypeOf(entry)
    return type ? [documentOf(entry, type, names.get(entry.id))] : []
  })
}

interface Names {
  id: number
  actor: string | null
  subject: string | null
  role: string | null
}

function documentOf(entry: StoredEntry, type: PublicEventType, names: Names | undefined): EventDocument {
  const { id, at, type: action, actorId, clientId, subjectType, subjectId, address, roleId } = entry
  const hasActor = actorId !== null || clientId !== null
  return {
    id,
    type,
    at,
    action,
    actor: hasActor ? { id: actorId, name: names?.actor ?? null, application: clientId } : null,
    subject:
      subjectType && subjectId ? { type: subjectType, id: subjectId, name: names?.subject ?? null } : null,
    role: roleId ? { id: roleId, name: names?.role ?? null } : null,
    address,
  }
}

/** Names only, and none of someone who is not there any more. */
async function listNames(db: Database, entries: StoredEntry[]) {
  const ids = entries.map(({ id }) => id)
  const { rows } = await sql<Names>`
    select entry.id, concat_ws(' ', actor.name, nullif(actor.surname, '')) as actor,
      coalesce(nullif(concat_ws(' ', subject.name, nullif(subject.surname, '')), ''), groups.name, own.name, clients.name)
        as subject,
      role.name as role
    from audit_entries as entry
    left join users as actor on actor.id = entry.actor_id
    left join users as subject on entry.subject_type = 'user' and subject.id = entry.subject_id
    left join groups on entry.subject_type = 'group' and groups.id = entry.subject_id
    left join roles as own on entry.subject_type = 'role' and own.id = entry.subject_id
    left join clients on entry.subject_type = 'client' and clients.id = entry.subject_id
    left join roles as role on role.id = (entry.details ->> 'roleId')::bigint
    where entry.id = any(${ids}::bigint[])`.execute(db)
  return rows.map(row => ({ ...row, actor: row.actor || null }))
}
