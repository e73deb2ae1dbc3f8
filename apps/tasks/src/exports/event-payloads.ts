import type { FieldType } from '#fields/field.contract.ts'
import { translateValue } from './custom-values.ts'
import type { Translation } from './export-field.ts'
import type { NumberedKind } from './record-numbers.ts'

/** What the ids in the payloads of events refer to. Other fields ending in `Id` are checked by a test to be in one of the lists. */
const kindOf: Record<string, NumberedKind> = {
  userId: 'people',
  authorId: 'people',
  assigneeId: 'people',
  invitedBy: 'people',
  columnId: 'columns',
  boardId: 'boards',
  cycleId: 'cycles',
  carriedOverTo: 'cycles',
  milestoneId: 'milestones',
  parentId: 'tasks',
  copyOf: 'tasks',
  repeatOf: 'tasks',
  commentId: 'comments',
  replyToId: 'comments',
  stickerId: 'stickers',
  templateId: 'templates',
  viewId: 'views',
  attachmentId: 'attachments',
  coverId: 'attachments',
  relationId: 'relations',
  linkId: 'links',
  itemId: 'checklistItems',
  fieldId: 'fields',
  optionId: 'options',
  recurrenceId: 'recurrences',
  intervalId: 'time',
  webhookId: 'webhooks',
}

const listKindOf: Record<string, NumberedKind> = {
  assigneeIds: 'people',
  mentions: 'people',
  columnIds: 'columns',
  fieldIds: 'fields',
  optionIds: 'options',
}

/** Other projects, invitations and priorities of an installation have no meaning elsewhere. */
const leftOut = ['toProjectId', 'fromProjectId', 'invitationId', 'priorityId']

/** An id of something that is not part of the export is left out, as is its field. */
export function mapPayload(payload: unknown, translation: Translation): unknown {
  const fields = Object.entries(payload as object).flatMap(([name, value]) => {
    const translated = translateField(name, value, translation)
    return translated === undefined ? [] : [[name, translated]]
  })
  return Object.fromEntries(fields)
}

function translateField(name: string, value: unknown, translation: Translation): unknown {
  if (leftOut.includes(name)) return undefined
  const kind = kindOf[name]
  if (kind) return value === null ? null : translation.find(kind, value)
  const listKind = listKindOf[name]
  if (listKind) return (value as unknown[]).flatMap(one => translation.find(listKind, one) ?? [])
  if (name === 'fields') return translateRecorded(value as Recorded, translation)
  return value
}

type Recorded = Record<string, { fieldType: FieldType; value: unknown }>

function translateRecorded(fields: Recorded, translation: Translation) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, { value, ...recorded }]) => {
      const name = translation.find('fields', key)
      const translated = translateValue(value, recorded.fieldType, translation)
      return name === undefined ? [] : [[String(name), { ...recorded, value: translated ?? null }]]
    }),
  )
}
