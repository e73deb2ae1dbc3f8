import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { getTimeZone } from '#administration/user.commands.ts'
import { lockUser } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden, ValidationFailed } from '#errors.ts'
import { lockProjectWithRight, refuseOutsideToken } from '#projects/require-right.ts'
import { checkContent } from './check-content.ts'
import { MAX_CONTENT_BYTES, MAX_TASKS, type TemplateContent } from './content/content.contract.ts'
import { previewOf } from './content/preview.ts'
import type {
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateKind,
  TemplateWithContent,
} from './content/template.contract.ts'
import * as queries from './template.queries.ts'

/** The most templates of each kind in a project, and of projects per user. */
const MAX_TEMPLATES = 100

export async function getTemplateWithContent(
  db: Database,
  actor: Actor,
  id: number,
): Promise<TemplateWithContent> {
  const { content, ...template } = await queries.getTemplate(db, actor, id)
  return { ...template, [template.kind]: content }
}

export async function createTemplate(deps: Deps, actor: Actor, input: NewTemplate): Promise<Template> {
  const { name, description, projectId, isShared } = input
  const given = givenContent(input)
  if (!given) throw new ValidationFailed({ task: 'one_content_expected' })
  const { kind, content } = given
  if (kind !== 'project' && !projectId) throw new ValidationFailed({ projectId: 'template_needs_project' })
  if (kind === 'project' && projectId) {
    throw new ValidationFailed({ projectId: 'project_template_has_no_project' })
  }
  refuseSharing(kind, isShared)
  checkContent(kind, input)
  await requireTimeZones(deps, content)
  return storeTemplate(deps, actor, { kind, projectId, name, description, isShared }, async () => content)
}

/** Undefined if there is none. */
function givenContent(input: Pick<NewTemplate, TemplateKind>) {
  const [kind, other] = (['task', 'board', 'project'] as const).filter(name => input[name])
  if (other) throw new ValidationFailed({ [other]: 'one_content_expected' })
  return kind && { kind, content: input[kind] as TemplateContent }
}

async function requireTimeZones(deps: Deps, { tasks }: TemplateContent) {
  const zones = new Set(tasks.flatMap(({ recurrence }) => recurrence?.timeZone ?? []))
  for (const zone of zones) await getTimeZone(deps, zone)
}

function refuseSharing(kind: TemplateKind, isShared: boolean | undefined) {
  if (isShared && kind !== 'project')
    throw new ValidationFailed({ isShared: 'only_project_templates_shared' })
}

interface TemplateToStore {
  kind: TemplateKind
  /** Undefined for a template of projects. */
  projectId?: number | undefined
  name: string
  description?: string | null | undefined
  isShared?: boolean | undefined
}

/** With what `read` finds in the same transaction. */
export function storeTemplate(
  deps: Deps,
  actor: Actor,
  { kind, projectId, name, description = null, isShared = false }: TemplateToStore,
  read: (tx: Database) => Promise<TemplateContent>,
): Promise<Template> {
  return inTransaction(deps, async (tx, emit) => {
    if (projectId) await lockProjectWithRight(tx, actor, projectId, 'template.write')
    else {
      refuseOutsideToken(actor, null)
      await lockUser(tx, actor.id)
    }
    const template = { kind, projectId: projectId ?? null, ownerId: actor.id, name, description, isShared }
    if ((await queries.countTemplates(tx, template)) >= MAX_TEMPLATES) {
      throw new Conflict('too_many_templates', { limit: MAX_TEMPLATES })
    }
    const content = await read(tx)
    refuseLarge(content)
    const stored = await queries.insertTemplate(tx, { ...template, content, preview: previewOf(content) })
    if (projectId) {
      const after = recordedFields(stored)
      await emit({ type: 'template.created', projectId, actorId: actor.id, after })
    }
    return stored
  })
}

function refuseLarge(content: TemplateContent) {
  const isLarge =
    content.tasks.length > MAX_TASKS || Buffer.byteLength(JSON.stringify(content)) > MAX_CONTENT_BYTES
  if (!isLarge) return
  throw new Conflict('template_too_large', { limit: MAX_TASKS, kilobytes: MAX_CONTENT_BYTES / 1000 })
}

function recordedFields({ id, name, kind }: Template) {
  return { templateId: id, name, kind }
}

export async function updateTemplate(
  deps: Deps,
  actor: Actor,
  id: number,
  { name, description, isShared, ...contents }: TemplateChanges,
): Promise<Template> {
  const given = givenContent(contents)
  if (given) {
    checkContent(given.kind, contents)
    refuseLarge(given.content)
    await requireTimeZones(deps, given.content)
  }
  return inTransaction(deps, async (tx, emit) => {
    const before = await lockToChange(tx, actor, id)
    const { kind, projectId } = before
    if (given && given.kind !== kind) throw new ValidationFailed({ [given.kind]: 'other_kind_of_template' })
    refuseSharing(kind, isShared)
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(isShared !== undefined && { isShared }),
      ...(given && { content: given.content, preview: previewOf(given.content) }),
    }
    const after = await queries.updateTemplate(tx, id, changes, deps.now().toISOString())
    if (projectId && Object.keys(changes).length > 0) {
      const fields = { before: recordedFields(before), after: recordedFields(after) }
      await emit({ type: 'template.updated', projectId, actorId: actor.id, ...fields })
    }
    return after
  })
}

export function deleteTemplate(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const template = await lockToChange(tx, actor, id)
    await queries.deleteTemplate(tx, id)
    const { projectId } = template
    if (projectId) {
      const before = recordedFields(template)
      await emit({ type: 'template.deleted', projectId, actorId: actor.id, before })
    }
  })
}

/** Managers change those of their project. A project template belongs to its owner; users who manage every project can change it too. */
async function lockToChange(tx: Database, actor: Actor, id: number) {
  const { projectId } = await queries.getTemplate(tx, actor, id)
  if (projectId) await lockProjectWithRight(tx, actor, projectId, 'template.write')
  const template = await queries.lockTemplate(tx, actor, id)
  const isAllowed = projectId || template.ownerId === actor.id || actor.permissions.has('projects.manage.any')
  if (!isAllowed) throw new Forbidden('not_template_owner')
  return template
}
