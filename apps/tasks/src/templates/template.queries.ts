import { pageOf } from '@atrium/core/paging'
import { countRows, listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { refuseOutsideToken, requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'
import type { TemplateContent } from './content/content.contract.ts'
import type { Template, TemplateFilters, TemplateKind, TemplatePreview } from './content/template.contract.ts'

const columns = [
  'id',
  'kind',
  'projectId',
  'ownerId',
  'name',
  'description',
  'isShared',
  'preview',
  'createdAt',
  'updatedAt',
] as const

function selectTemplates(db: Database) {
  return db.selectFrom('templates').select(columns).$castTo<Template>()
}

/** Lists the templates of a project, or own and shared templates of projects, without what a limited token must not see. */
export async function listTemplates(
  db: Database,
  actor: Actor,
  { projectId, kind, ...query }: TemplateFilters,
) {
  if (projectId) await requireRightForTemplates(db, actor, projectId, 'project.read')
  const templates = projectId
    ? selectTemplates(db).where('projectId', '=', projectId)
    : selectTemplates(db)
        .where('projectId', 'is', null)
        .where(({ eb, or }) =>
          or([eb('ownerId', '=', actor.id), ...(seesShared(actor) ? [eb('isShared', '=', true)] : [])]),
        )
        .$if(tokenProjects(actor) !== undefined, found => found.where(sql<boolean>`false`))
  const ofKind = kind ? templates.where('kind', '=', kind) : templates
  return listPage(ofKind.orderBy(sql`name collate natural_order`).orderBy('id'), pageOf(query))
}

async function requireRightForTemplates(db: Database, actor: Actor, projectId: number, right: Right) {
  const access = await findProjectAccess(db, actor.id, projectId)
  if (!access) throw new NotFound('project_not_found')
  requireRight(actor, access, right)
}

type StoredTemplate = Template & { content: TemplateContent }

/** Someone else's private template does not exist for the actor. */
export async function getTemplate(db: Database, actor: Actor, id: number): Promise<StoredTemplate> {
  const template = await findTemplate(db, id)
  if (!template) throw new NotFound('template_not_found')
  await requireVisible(db, actor, template)
  return template
}

function findTemplate(db: Database, id: number): Promise<StoredTemplate | undefined> {
  return db
    .selectFrom('templates')
    .select([...columns, 'content'])
    .where('id', '=', id)
    .$castTo<StoredTemplate>()
    .executeTakeFirst()
}

/** One of a kind, for an id in a body. */
export async function findUsableTemplate(db: Database, actor: Actor, kind: TemplateKind, id: number) {
  const template = await findTemplate(db, id)
  if (template?.kind !== kind || isHidden(actor, template)) return undefined
  await requireVisible(db, actor, template)
  return template
}

/** Until the transaction ends. */
export async function lockTemplate(tx: Database, actor: Actor, id: number): Promise<Template> {
  const template = await selectTemplates(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!template) throw new NotFound('template_not_found')
  await requireVisible(tx, actor, template)
  return template
}

async function requireVisible(db: Database, actor: Actor, template: Template) {
  const { projectId } = template
  if (projectId) return requireRightForTemplates(db, actor, projectId, 'project.read')
  if (isHidden(actor, template)) throw new NotFound('template_not_found')
  refuseOutsideToken(actor, null)
}

function isHidden(actor: Actor, { kind, ownerId, isShared }: Template) {
  return kind === 'project' && ownerId !== actor.id && !(isShared && seesShared(actor))
}

/** Shared templates say much about the work of others, and only those who can create projects use them, which guests cannot. */
function seesShared(actor: Actor) {
  return actor.permissions.has('projects.create')
}

/** Counts the templates of a project and kind, or of an owner's projects. */
export function countTemplates(
  db: Database,
  { kind, projectId, ownerId }: Pick<Template, 'kind' | 'projectId' | 'ownerId'>,
) {
  const templates = db.selectFrom('templates').where('kind', '=', kind)
  return countRows(
    projectId ? templates.where('projectId', '=', projectId) : templates.where('ownerId', '=', ownerId),
  )
}

interface TemplateToInsert {
  kind: TemplateKind
  projectId: number | null
  ownerId: number
  name: string
  description: string | null
  isShared: boolean
  content: TemplateContent
  preview: TemplatePreview
}

export async function insertTemplate(
  tx: Database,
  { content, preview, ...template }: TemplateToInsert,
): Promise<Template> {
  return tx
    .insertInto('templates')
    .values({ ...template, content: JSON.stringify(content), preview: JSON.stringify(preview) })
    .returning(columns)
    .$castTo<Template>()
    .executeTakeFirstOrThrow()
}

type TemplateUpdate = Partial<
  Pick<TemplateToInsert, 'name' | 'description' | 'isShared' | 'content' | 'preview'>
>

export async function updateTemplate(
  tx: Database,
  id: number,
  { content, preview, ...changes }: TemplateUpdate,
  now: string,
): Promise<Template> {
  return tx
    .updateTable('templates')
    .set({
      ...changes,
      ...(content && { content: JSON.stringify(content) }),
      ...(preview && { preview: JSON.stringify(preview) }),
      updatedAt: now,
    })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<Template>()
    .executeTakeFirstOrThrow()
}

export async function deleteTemplate(tx: Database, id: number) {
  await tx.deleteFrom('templates').where('id', '=', id).execute()
}
