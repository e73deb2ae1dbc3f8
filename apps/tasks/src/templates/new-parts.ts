import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import { Conflict } from '#errors.ts'
import type { Event } from '#events.ts'
import { addField } from '#fields/field.commands.ts'
import type { CustomField, NewField } from '#fields/field.contract.ts'
import { listFields } from '#fields/field.queries.ts'
import { countStickers } from '#tasks/stickers/sticker.queries.ts'
import { insertSavedView } from '#views/saved-view.queries.ts'
import type { ProjectContent, TemplateSticker } from './content/content.contract.ts'
import { insertStickers, lockStickersNamed } from './content.queries.ts'
import type { Target } from './new-tasks.ts'
import { type Numbered, type NumberedField, placesOf, renameInView } from './view-references.ts'

const DEFAULT_COLOR = '#7a869a'
const MAX_STICKERS = 500

/** Adds the stickers that the project does not have yet. Returns the id of each. */
export async function addStickers(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actor }: Pick<Target, 'projectId' | 'actor'>,
  stickers: TemplateSticker[],
) {
  const names = stickers.map(({ name }) => name)
  const known = await lockStickersNamed(tx, projectId, names)
  const find = (name: string, among: { id: number; name: string }[]) =>
    among.find(one => one.name.toLowerCase() === name.toLowerCase())
  const missing = stickers
    .filter(({ name }) => !find(name, known))
    .map(({ name, color = DEFAULT_COLOR, icon = null }) => ({ name, color, icon }))
  if (missing.length > 0 && (await countStickers(tx, projectId)) + missing.length > MAX_STICKERS) {
    throw new Conflict('too_many_stickers', { limit: MAX_STICKERS })
  }
  const inserted = await insertStickers(tx, projectId, missing)
  for (const { id, ...sticker } of inserted) {
    const after = { stickerId: id, ...sticker }
    await emit({ type: 'sticker.created', projectId, actorId: actor.id, after })
  }
  return names.map(name => find(name, [...known, ...inserted])?.id ?? 0)
}

/** The same for custom fields; one of the same name and another type is a field of the project, and stays so. */
export async function addFields(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actor }: Target,
  fields: NewField[],
): Promise<NumberedField[]> {
  const known: CustomField[] = fields.length > 0 ? await listFields(tx, projectId) : []
  const numbered: NumberedField[] = []
  for (const field of fields) {
    const found = known.find(({ name }) => name.toLowerCase() === field.name.toLowerCase())
    const { id, type, options } = found ?? (await addField(tx, emit, actor, projectId, field))
    const idOf = (name: string) =>
      options.find(option => option.name.toLowerCase() === name.toLowerCase())?.id ?? 0
    numbered.push({ id, type, optionIds: (field.options ?? []).map(({ name }) => idOf(name)) })
  }
  return numbered
}

/** Shared, as they were. */
export async function addViews(
  tx: Database,
  emit: Emit<Event>,
  { projectId, actor }: Target,
  content: ProjectContent,
  numbered: Numbered,
) {
  const renaming = { from: placesOf(content).from, to: numbered }
  for (const view of content.views) {
    const renamed = renameInView(view, renaming)
    if (!renamed) continue
    const { id, name, kind } = await insertSavedView(tx, actor.id, { ...renamed, projectId, isShared: true })
    const after = { viewId: id, name, kind }
    await emit({ type: 'view.created', projectId, actorId: actor.id, after })
  }
}
