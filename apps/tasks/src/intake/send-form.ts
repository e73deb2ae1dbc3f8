import type { Actor } from '#administration/actor.ts'
import { upsertRobot } from '#administration/synchronisation.queries.ts'
import { findActingRobot, findLanguage } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { NotFound, TooManyRequests } from '#errors.ts'
import { listFields } from '#fields/field.queries.ts'
import { createTask } from '#tasks/create.commands.ts'
import { texts } from '#texts.ts'
import type { StoredForm } from './intake-form.queries.ts'
import * as queries from './intake-form.queries.ts'
import { asPlainMarkdown } from './plain-markdown.ts'
import type { ReadEntry } from './read-entry.ts'
import { isIncomplete, shownFields } from './read-entry.ts'

const RECENT_MS = 600_000
const MAX_RECENT = 30
const DAY_MS = 86_400_000

/** Whatever keeps a form from working, the answer is the same: a token proves nothing else. */
export async function findForm({ db, settings }: Deps, token: string) {
  const form = settings.INTAKE_FORMS === 'on' ? await queries.findOpenForm(db, token) : undefined
  if (!form) throw new NotFound('form_not_found')
  const known = await listFields(db, form.projectId)
  return { form, fields: shownFields(form, known), isIncomplete: isIncomplete(known) }
}

/** Counts the entry before the task is created: however many arrive at once, only a few become tasks. */
export async function countEntry({ db, now }: Deps, form: StoredForm) {
  const at = now().getTime()
  const periods = {
    now: new Date(at).toISOString(),
    recentFrom: new Date(at - RECENT_MS).toISOString(),
    dayFrom: new Date(at - (at % DAY_MS)).toISOString(),
  }
  const counted = await queries.countEntry(db, form, periods)
  if (!counted) throw new NotFound('form_not_found')
  if (counted.dayCount > form.dailyLimit) {
    const retryAfter = Math.ceil((DAY_MS - (at % DAY_MS)) / 1000)
    throw new TooManyRequests('form_full', { retryAfter })
  }
  if (counted.recentCount > MAX_RECENT) {
    throw new TooManyRequests('form_throttled', { retryAfter: RECENT_MS / 1000 })
  }
}

/** A full column takes it, too: nobody outside can make room there. */
export async function createTaskOf(deps: Deps, form: StoredForm, { title, fields, ...entry }: ReadEntry) {
  const description = await describe(deps, form, entry)
  await createTask(deps, await findRobot(deps, form), {
    columnId: form.columnId,
    title,
    ...(description && { description }),
    ...(Object.keys(fields).length > 0 && { fields }),
    force: true,
  })
}

/** The sender's address is written below the text, in the language of the person who created the form. */
async function describe(
  { db }: Deps,
  { createdBy }: StoredForm,
  { description, email }: Pick<ReadEntry, 'description' | 'email'>,
) {
  const parts = [asPlainMarkdown(description)]
  if (email) {
    const language = (createdBy !== null && (await findLanguage(db, createdBy))) || 'en'
    parts.push(`${texts(language).intake.sender}: ${asPlainMarkdown(email)}`)
  }
  return parts.filter(part => part !== '').join('\n\n')
}

/** The user that the forms of a project create tasks as: only in this project. */
async function findRobot({ db, now }: Deps, { projectId, name }: StoredForm): Promise<Actor> {
  const clientId = `form:${projectId}`
  const known = await findActingRobot(db, clientId)
  const id = known?.id ?? (await upsertRobot(db, { clientId, name: 'Form' }, now().toISOString()))
  return {
    id,
    passportId: 0,
    roles: [],
    permissions: new Set(['projects.manage.any']),
    grant: { scopes: ['tasks:write'], application: name, projectIds: [projectId] },
  }
}
