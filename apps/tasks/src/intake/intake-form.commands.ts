import { randomBytes } from 'node:crypto'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { listFields } from '#fields/field.queries.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import type {
  Intake,
  IntakeChange,
  IntakeForm,
  IntakeFormChanges,
  NewIntakeForm,
} from './intake-form.contract.ts'
import { MAX_FORMS } from './intake-form.contract.ts'
import type { SavedForm, StoredForm } from './intake-form.queries.ts'
import * as queries from './intake-form.queries.ts'

const TOKEN_BYTES = 18

/** Returns the part of a form's address that cannot be guessed. */
export function createFormToken() {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export async function getIntake({ db, settings }: Deps, projectId: number): Promise<Intake> {
  return {
    isAvailable: settings.INTAKE_FORMS === 'on',
    isEnabled: await queries.hasIntake(db, projectId),
  }
}

export async function updateIntake(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { isEnabled }: IntakeChange,
): Promise<Intake> {
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'form.write')
    await queries.setIntake(tx, projectId, isEnabled)
    const action = isEnabled ? 'intake.enabled' : 'intake.disabled'
    await audit(deps, tx, actor, { action, subjectType: 'project', subjectId: projectId })
    return { isAvailable: deps.settings.INTAKE_FORMS === 'on', isEnabled }
  })
}

export function createForm(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { introduction = null, fields = [], ...input }: NewIntakeForm,
): Promise<IntakeForm> {
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'form.write')
    if ((await queries.countForms(tx, projectId)) >= MAX_FORMS) {
      throw new Conflict('too_many_forms', { limit: MAX_FORMS })
    }
    const form = { ...input, introduction, fields }
    await check(tx, projectId, form)
    const id = await queries.insertForm(tx, form, {
      projectId,
      token: createFormToken(),
      createdBy: actor.id,
      now: deps.now().toISOString(),
    })
    const created = await queries.getForm(tx, id)
    await audit(deps, tx, actor, record('created', created))
    return shownForm(deps, created)
  })
}

export async function updateForm(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: IntakeFormChanges,
): Promise<IntakeForm> {
  const { projectId } = await queries.getForm(deps.db, id)
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, projectId, 'form.write')
    await check(tx, projectId, changes)
    await queries.updateForm(tx, { projectId, id }, changes, deps.now().toISOString())
    const updated = await queries.getForm(tx, id)
    await audit(deps, tx, actor, record('updated', updated))
    return shownForm(deps, updated)
  })
}

export async function deleteForm(deps: Deps, actor: Actor, id: number) {
  const form = await queries.getForm(deps.db, id)
  return inTransaction(deps, async tx => {
    await lockProjectWithRight(tx, actor, form.projectId, 'form.write')
    await queries.deleteForm(tx, form.projectId, id)
    await audit(deps, tx, actor, record('deleted', form))
  })
}

/** Refuses a column or fields of another project, and fields for people: visitors are not told who the members are. */
async function check(tx: Database, projectId: number, { columnId, fields }: Partial<SavedForm>) {
  if (columnId !== undefined && !(await queries.isColumnOf(tx, projectId, columnId))) {
    throw new ValidationFailed({ columnId: 'does_not_exist' })
  }
  if (!fields || fields.length === 0) return
  const known = await listFields(tx, projectId)
  const ids = fields.map(({ fieldId }) => fieldId)
  if (new Set(ids).size < ids.length) throw new ValidationFailed({ fields: 'repeated' })
  for (const [index, id] of ids.entries()) {
    const field = known.find(each => each.id === id)
    if (!field) throw new ValidationFailed({ [`fields.${index}.fieldId`]: 'does_not_exist' })
    if (field.type === 'person') throw new ValidationFailed({ [`fields.${index}.fieldId`]: 'person_field' })
  }
}

export function shownForm({ settings }: Deps, { token, createdBy: _, ...form }: StoredForm): IntakeForm {
  return { ...form, url: `${settings.TASKS_URL}/form/${token}` }
}

function record(verb: string, { id, projectId, name, columnId, isEnabled }: StoredForm) {
  const details = { formId: id, name, columnId, isEnabled }
  return { action: `form.${verb}`, subjectType: 'project' as const, subjectId: projectId, details }
}
