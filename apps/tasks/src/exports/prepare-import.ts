import { among } from '@atrium/database/conditions'
import { createWebhookSecret } from '@atrium/webhooks/signature'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { activityPayloads } from '#events.contract.ts'
import type { FieldType } from '#fields/field.contract.ts'
import { isWebAddress } from '#fields/field-value.ts'
import { createFormToken } from '#intake/intake-form.commands.ts'
import type { AskedField } from '#intake/intake-form.contract.ts'
import { parseRule } from '#tasks/recurrence/rule.contract.ts'
import { checkContent } from '#templates/check-content.ts'
import { BoardContent, TaskContent } from '#templates/content/content.contract.ts'
import { webhookHost } from '#webhooks/webhook-host.ts'
import { type AssignedIds, findSharedStickers } from './assign-ids.queries.ts'
import type { Translation } from './export-field.ts'
import type { Importing } from './insert-records.queries.ts'
import type { ExportedRow } from './project-rows.ts'
import { readRecords, refusal } from './read-export.ts'
import { idsOf, NOTHING } from './record-numbers.ts'

interface Prepared {
  folder: string
  actor: Actor
  ids: AssignedIds
  contents: Map<number, { key: string; type: string }>
}

/** What all records of an import need, and what each kind has besides the fields of the export. */
export async function prepareImport(
  tx: Database,
  deps: Deps,
  { folder, actor, ids, contents }: Prepared,
): Promise<Importing> {
  const projectId = ids.get('project')?.[0] as number
  const sharedStickers = await findSharedStickers(tx, folder, ids)
  const guests = await findGuests(tx, ids)
  const translation = await translationOf(tx, folder, ids)
  const unfinished = { parent_id: null, recurrence_id: null, cover_id: null }
  return {
    folder,
    actor,
    projectId,
    ids,
    translation,
    complete: {
      // Everyone has one personal project.
      project: row => ({ ...row, owner_id: actor.id, type: 'agency' }),
      members: row => {
        const role = row.user_id === actor.id ? 'owner' : roleOf(row, guests)
        return { ...row, role, own_role: role }
      },
      tasks: (row, { id }) => {
        requireWebAddresses(row.field_values as object, translation, Number(id))
        return { ...row, ...unfinished }
      },
      recurrences: (row, { id, rule, timeZone }) => {
        if (!parseRule(String(rule)) || !isTimeZone(String(timeZone)))
          throw refusal('recurrences', Number(id))
        return row
      },
      stickers: (row, { id }) => {
        if (sharedStickers.has(Number(id))) return undefined
        const { project_id: _, ...sticker } = row
        return { ...sticker, project_id: projectId }
      },
      relations: row => ({ ...row, from_project_id: projectId }),
      attachments: (row, { id }) => {
        const content = contents.get(Number(id))
        return content && { ...row, key: content.key, type: content.type }
      },
      views: row => ({ ...row, is_shared: true }),
      templates: (row, { id, kind, content }) => {
        requireContent(String(kind), content, Number(id))
        return { ...row, is_shared: false }
      },
      // The address is a new one, and works once someone turns on the forms of the project.
      forms: (row, { id, fields }) => {
        requireAskable(fields as AskedField[], translation, Number(id))
        return { ...row, token: createFormToken() }
      },
      // A copy must not report to the receivers of the original until someone turns that on.
      webhooks: row => ({
        ...row,
        is_enabled: false,
        failures: 0,
        secret: webhookHost(deps).seal(createWebhookSecret()),
      }),
      activity: row => {
        if (!Object.hasOwn(activityPayloads, String(row.type))) return undefined
        return { ...row, xid: null } // no consumer handles it again
      },
    },
  }
}

/** The importer owns the project, and guests manage nothing. */
function roleOf({ user_id: userId, role }: ExportedRow, guests: Set<number>) {
  if (role !== 'owner' && role !== 'manager') return role
  return guests.has(Number(userId)) ? 'member' : 'manager'
}

async function findGuests(tx: Database, ids: AssignedIds) {
  const guests = await tx
    .selectFrom('users')
    .where(among('id', ids.get('people') ?? []))
    .where('isGuest', '=', true)
    .select('id')
    .execute()
  return new Set(guests.map(({ id }) => id))
}

async function translationOf(tx: Database, folder: string, ids: AssignedIds): Promise<Translation> {
  const numbering = idsOf(ids)
  const fields: [number, { name: string; type: FieldType }][] = []
  for await (const { id, name, type } of readRecords(folder, 'fields'))
    fields.push([Number(id), { name: String(name), type: type as FieldType }])
  const { rows } = await sql<{ id: number; name: string; isDefault: boolean }>`
    select id, lower(name) as name, is_default from task_priorities order by is_default desc, id`.execute(tx)
  const priorities = new Map(rows.map(({ id, name }) => [name, id]))
  return {
    ...numbering,
    fields: new Map(fields),
    findPast: (kind, past, number) =>
      (number < 0 ? numbering.find(past, -number) : numbering.find(kind, number)) ?? NOTHING,
    translatePriority: name => priorities.get(String(name).toLowerCase()) ?? rows[0]?.id,
  }
}

/** A link with another scheme could run a script. */
function requireWebAddresses(values: object, { fields, find }: Translation, line: number) {
  for (const [number, { type }] of fields) {
    const value = (values as Record<string, unknown>)[String(find('fields', number))]
    if (type === 'url' && value !== undefined && !isWebAddress(String(value))) throw refusal('tasks', line)
  }
}

const contentChecks = { task: Compile(TaskContent), board: Compile(BoardContent) }

function requireContent(kind: string, content: unknown, line: number) {
  try {
    if (kind === 'task' && contentChecks.task.Check(content)) return checkContent('task', { task: content })
    if (kind === 'board' && contentChecks.board.Check(content))
      return checkContent('board', { board: content })
  } catch {}
  throw refusal('templates', line)
}

/** Visitors of a form are not told who the members are. */
function requireAskable(asked: AskedField[], { fields }: Translation, line: number) {
  const ids = asked.map(({ fieldId }) => fieldId)
  const asksForPerson = ids.some(id => fields.get(id)?.type === 'person')
  if (asksForPerson || new Set(ids).size < ids.length) throw refusal('forms', line)
}

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
