import { parseRule } from '#tasks/recurrence/rule.contract.ts'
import { MAX_ESTIMATE } from '#tasks/task.contract.ts'
import type { SourceFieldCount } from '../../plan/import-format.ts'
import {
  type LossKind,
  longest,
  type PlannedCycle,
  type PlannedPerson,
  type PlannedValue,
} from '../../plan/import-plan.contract.ts'
import { type daysIn, instantOf } from '../../plan/plan-dates.ts'
import { cut, printable, type Remarks, singleLine, takeIds } from '../../plan/plan-texts.ts'
import { readFieldText } from '../csv/csv-fields.ts'
import { readDate } from '../csv/csv-values.ts'
import { findTarget } from './field-ids.ts'
import type { BoardOptions, KnownField, SourceComment, SourceTask } from './source-board.ts'

/** What tasks of the board can refer to. */
export interface Known {
  /** External ids by the ids of the source. */
  tasks: Map<string, string>
  columns: Map<string, string>
  people: Map<string, PlannedPerson>
  /** The people that tasks name so far, by external id. */
  named: Map<string, PlannedPerson>
  /** The cycles that tasks name so far, by their names in lower case. */
  cycles: Map<string, PlannedCycle>
  dayOf: ReturnType<typeof daysIn>
  options: BoardOptions
}

/** Keeps a calendar date as it is; an instant becomes the day that other programs show for it. */
export function planDay(text: string | undefined, kind: LossKind, remarks: Remarks, { dayOf }: Known) {
  if (!text) return null
  const day = readDay(text, dayOf)
  if (!day) remarks.add(kind, text)
  return day
}

function readDay(text: string, dayOf: Known['dayOf']) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? readDate(text, { isMonthFirst: false }) : dayOf(text)
}

export function planRecurrence({ recurrence }: SourceTask, remarks: Remarks) {
  if (!recurrence) return {}
  if (parseRule(recurrence.rule)) return { recurrence }
  remarks.add('repeatUnread', recurrence.rule)
  return {}
}

export function planCycle({ cycle }: SourceTask, { cycles, dayOf }: Known) {
  const name = cut(singleLine(cycle?.name ?? ''), longest.cycle)
  if (!cycle || !name) return null
  const [startDate, endDate] = [cycle.startDate, cycle.endDate].map(text => readDay(text ?? '', dayOf))
  const goal = cut(printable(cycle.goal ?? '').trim(), longest.goal) || null
  const finishedAt = instantOf(cycle.finishedAt ?? '')
  const planned = { name, startDate: startDate ?? null, endDate: endDate ?? null, goal, finishedAt }
  const key = name.toLowerCase()
  if (!cycles.has(key)) cycles.set(key, planned)
  return name
}

/** What a task has apart from its texts: priority, estimate and custom fields. */
export function planValues(task: SourceTask, remarks: Remarks, options: BoardOptions) {
  const { priority = '', estimateSeconds } = task
  const isEstimate = estimateSeconds !== undefined && estimateSeconds > 0
  const fits = isEstimate && estimateSeconds <= MAX_ESTIMATE
  if (isEstimate && !fits) remarks.add('estimateUnread', String(estimateSeconds))
  return {
    priority: cut(singleLine(priority), MAX_PRIORITY) || null,
    estimateSeconds: fits ? Math.round(estimateSeconds) : null,
    fields: planFields(task, remarks, options),
  }
}

const MAX_PRIORITY = 100
const MAX_FIELD_NAME = 100

/** The values of custom fields that the project has, by their ids; the others are named. */
export function planFields(
  { fields = [] }: Pick<SourceTask, 'fields'>,
  remarks: Remarks,
  { fields: known, fieldIds, keepsUnknownFields = false }: BoardOptions,
) {
  const values: Record<string, PlannedValue> = {}
  for (const { name, value } of fields) {
    const text = singleLine([value].flat().join(', '))
    if (!text) continue
    const example = `${singleLine(name)}: ${text}`
    const ownName = cut(singleLine(name), MAX_FIELD_NAME)
    const field = findTarget(ownName, known, fieldIds)
    const read = field && readFieldValue(field, value)
    if (fieldIds?.get(ownName.toLowerCase()) === null) continue
    if (!field && keepsUnknownFields && ownName) values[ownName] = cut(text, longest.fieldText)
    else if (!field) remarks.add('fieldUnknown', example)
    else if (read === undefined || read === null) remarks.add('fieldUnread', example)
    else values[field.id] = read
  }
  return values
}

function readFieldValue({ type }: KnownField, value: string | string[]): PlannedValue | null {
  const texts = [value].flat().map(singleLine).filter(Boolean)
  if (type === 'person') return null
  if (type === 'multi_select') return texts.map(text => cut(text, longest.option)).slice(0, MAX_OPTIONS)
  return readFieldText(type, texts.join(', '))
}

const MAX_OPTIONS = 100

export function planChecklist({ checklist = [] }: SourceTask, remarks: Remarks) {
  const items = checklist
    .map(({ title, isDone }) => ({ title: cut(singleLine(title), longest.item), isDone }))
    .filter(({ title }) => title)
  return remarks.most(items, longest.items, 'checklistCut')
}

/** Names whom the source no longer knows. */
const NOBODY = { externalId: '?', name: 'Deleted user' }

/** The comments from old to new; one without an author who has an id names them in its text. */
export function planComments({ comments = [] }: SourceTask, remarks: Remarks, known: Known) {
  const taken = takeIds()
  const written = comments
    .filter(({ text }) => printable(text).trim())
    .map(comment => ({ ...comment, at: instantOf(comment.at) }))
    .toSorted((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
  return remarks.most(written, longest.allComments, 'commentCut').map(({ id, at, ...comment }) => {
    const person = known.people.get(comment.author)
    const author = person ?? (comment.authorName ? undefined : NOBODY)
    if (author) known.named.set(author.externalId, author)
    return {
      externalId: taken(id),
      author: author?.externalId ?? null,
      at,
      text: remarks.kept(textOfComment(comment, author !== undefined), longest.comment, 'commentCut'),
    }
  })
}

function textOfComment(
  { text, authorName = '' }: Pick<SourceComment, 'text' | 'authorName'>,
  hasAuthor: boolean,
) {
  const plain = printable(text).trim()
  return hasAuthor ? plain : `${singleLine(authorName)}:\n\n${plain}`
}

export function planAttachments({ title, attachments = [] }: SourceTask, remarks: Remarks) {
  const links = attachments.flatMap(({ name, url, isCover }) => {
    const shown = cut(singleLine(name) || singleLine(url), MAX_FILE_NAME)
    const isLink =
      /^(https?:\/\/|content:|\/(?!\/))[^\s<>]+$/i.test(url) &&
      url.length <= longest.url &&
      url.isWellFormed()
    if (!isLink || !shown) remarks.add('attachmentDropped', shown)
    return isLink && shown ? [{ name: shown, url: printable(url), ...(isCover && { isCover }) }] : []
  })
  const kept = remarks.most(links, longest.attachments, 'attachmentDropped')
  const hasCover = (files: { isCover?: boolean }[]) => files.some(({ isCover }) => isCover)
  if (hasCover(attachments) && !hasCover(kept)) remarks.add('coverDropped', singleLine(title))
  return kept
}

const MAX_FILE_NAME = 255

/** The fields that tasks of the source have values for. */
export function namedFields(tasks: Pick<SourceTask, 'fields'>[]): SourceFieldCount[] {
  const counts = new Map<string, SourceFieldCount>()
  for (const { name, value } of tasks.flatMap(({ fields = [] }) => fields)) {
    const shown = cut(singleLine(name), MAX_FIELD_NAME)
    if (!shown || ![value].flat().some(text => singleLine(text))) continue
    const field = counts.get(shown.toLowerCase()) ?? { name: shown, taskCount: 0 }
    counts.set(shown.toLowerCase(), { ...field, taskCount: field.taskCount + 1 })
  }
  return [...counts.values()]
}
