import { MAX_CYCLES } from '#cycles/cycle.contract.ts'
import { stickerColor } from '../../plan/colors.contract.ts'
import type { FormatPlan, Remark, SkippedItem } from '../../plan/import-format.ts'
import { longest, type PlannedPerson, type PlannedTask } from '../../plan/import-plan.contract.ts'
import { daysIn, instantOf } from '../../plan/plan-dates.ts'
import {
  createRemarks,
  cut,
  externalIdOf,
  printable,
  type Remarks,
  singleLine,
  takeIds,
} from '../../plan/plan-texts.ts'
import {
  type Known,
  namedFields,
  planAttachments,
  planChecklist,
  planComments,
  planCycle,
  planDay,
  planRecurrence,
  planValues,
} from './plan-parts.ts'
import type { BoardOptions, SourceBoard, SourceColumn, SourcePerson, SourceTask } from './source-board.ts'

/** Makes a plan that the server takes, whatever the board contains. */
export function planBoard(board: SourceBoard, options: BoardOptions): FormatPlan {
  const skipped: SkippedItem[] = [...board.skipped]
  const titled = board.tasks.filter(({ title }) => {
    if (!singleLine(title)) skipped.push({ title: '', reason: 'noTitle' })
    return singleLine(title)
  })
  const taken = takeIds()
  const tasks = titled.map(task => ({ task, externalId: taken(task.id) }))
  const columns = planColumns(board.columns)
  const known: Known = {
    // A repeated id means the first task that has it.
    tasks: new Map(tasks.toReversed().map(({ task, externalId }) => [task.id, externalId])),
    columns: columns.externalIds,
    people: peopleOf(board.people),
    named: new Map(),
    cycles: new Map(),
    dayOf: daysIn(options.timeZone),
    options,
  }
  const remarks: Remark[] = []
  const planned = tasks.map(({ task, externalId }) => {
    const lost = createRemarks(externalId)
    const result = planTask(task, lost, known)
    remarks.push(...lost.all)
    return result
  })
  return {
    columns: columns.planned,
    people: [...known.named.values()],
    cycles: [...known.cycles.values()].slice(0, MAX_CYCLES),
    stickers: stickersOf(board, planned),
    tasks: planned,
    remarks,
    skipped,
    sourceFields: namedFields(titled),
  }
}

function planTask(task: SourceTask, remarks: Remarks, known: Known): PlannedTask {
  for (const { kind, example, count } of task.losses ?? [])
    remarks.add(kind, example && singleLine(example), count)
  const description = printable(task.description ?? '').trim()
  const stickers = (task.labels ?? []).map(labelName).filter(Boolean)
  return {
    externalId: remarks.externalId,
    title: remarks.kept(singleLine(task.title), longest.title, 'titleCut'),
    description: description ? remarks.kept(description, longest.description, 'descriptionCut') : null,
    column: known.columns.get(task.column ?? '') ?? null,
    ...planLinks(task, remarks, known),
    assignees: assigneesOf(task, remarks, known),
    ...planVoters(task, remarks, known),
    startDate: planDay(task.startDate, 'startDateUnread', remarks, known),
    dueDate: planDay(task.dueDate, 'dueDateUnread', remarks, known),
    createdAt: instantOf(task.createdAt ?? ''),
    completedAt: instantOf(task.completedAt ?? ''),
    ...(task.isArchived && { isArchived: true }),
    ...planValues(task, remarks, known.options),
    cycle: planCycle(task, known),
    ...planRecurrence(task, remarks),
    stickers: [...new Map(stickers.map(name => [name.toLowerCase(), name])).values()].slice(
      0,
      longest.stickers,
    ),
    checklist: planChecklist(task, remarks),
    comments: planComments(task, remarks, known),
    attachments: planAttachments(task, remarks),
  }
}

/** A parent or a relation that does not come along would wait for ever. */
function planLinks({ id, title, parent, relations = [] }: SourceTask, remarks: Remarks, { tasks }: Known) {
  const parentId = parent ? tasks.get(parent) : undefined
  const hasParent = parentId !== undefined && parentId !== remarks.externalId
  if (parent && !hasParent) remarks.add('parentDropped', singleLine(title))
  const linked = new Map(
    relations.flatMap(({ type, task }) => {
      const other = task === id ? undefined : tasks.get(task)
      if (other === undefined) remarks.add('relationDropped', singleLine(task))
      return other === undefined ? [] : [[`${type} ${other}`, { type, task: other }] as const]
    }),
  )
  return {
    parent: hasParent ? parentId : null,
    relations: remarks.most([...linked.values()], MAX_RELATIONS, 'relationDropped'),
  }
}

const MAX_RELATIONS = 100

function assigneesOf({ assignees = [] }: SourceTask, remarks: Remarks, known: Known) {
  const found = assignees.flatMap(id => {
    const person = known.people.get(id)
    if (!person) remarks.add('assigneeUnknown', singleLine(id))
    return person ?? []
  })
  const different = new Map(found.map(person => [person.externalId, person]))
  const kept = remarks.most([...different.values()], longest.assignees, 'assigneesDropped')
  for (const person of kept) known.named.set(person.externalId, person)
  return kept.map(({ externalId }) => externalId)
}

/** Votes of people whom the source does not know any more are counted. */
function planVoters({ title, voters = [] }: SourceTask, remarks: Remarks, known: Known) {
  if (voters.length === 0) return {}
  const people = voters.flatMap(id => known.people.get(id) ?? [])
  const kept = [...new Map(people.map(person => [person.externalId, person])).values()].slice(
    0,
    longest.voters,
  )
  const lost = new Set(voters).size - kept.length
  if (lost > 0) remarks.add('voteDropped', singleLine(title), lost)
  for (const person of kept) known.named.set(person.externalId, person)
  return kept.length > 0 ? { voters: kept.map(({ externalId }) => externalId) } : {}
}

/** People by the ids of the source. Only some places of a source have their email address. */
function peopleOf(all: SourcePerson[]) {
  const people = new Map<string, PlannedPerson>()
  for (const [id, person] of all.flatMap(personOf)) {
    if (!people.has(id) || person.email) people.set(id, person)
  }
  return people
}

function personOf({ id, name, email = '' }: SourcePerson): [string, PlannedPerson][] {
  const externalId = externalIdOf(id)
  const address = singleLine(email)
  const hasAddress = address.length <= MAX_ADDRESS && /^[^\s@]+@[^\s@]+$/.test(address)
  if (!externalId) return []
  const shown = cut(singleLine(name) || (hasAddress ? address : externalId), longest.person)
  return [[id, { externalId, name: shown, ...(hasAddress && { email: address }) }]]
}

const MAX_ADDRESS = 254

/** Columns of the same title are one, as they are on the board. */
function planColumns(columns: SourceColumn[]) {
  const taken = takeIds()
  const byTitle = new Map<string, { externalId: string; title: string; isDone?: boolean }>()
  const externalIds = new Map<string, string>()
  for (const { id, title: given, isDone } of columns) {
    const title = cut(singleLine(given) || '…', longest.column)
    const key = title.toLowerCase()
    const column = byTitle.get(key) ?? {
      externalId: taken(id),
      title,
      ...(isDone !== undefined && { isDone }),
    }
    byTitle.set(key, column)
    externalIds.set(id, column.externalId)
  }
  return { planned: [...byTitle.values()], externalIds }
}

function labelName(name: string) {
  return cut(singleLine(name), longest.sticker)
}

function stickersOf({ labels }: SourceBoard, tasks: PlannedTask[]) {
  const used = new Map(
    tasks.flatMap(({ stickers = [] }) => stickers).map(name => [name.toLowerCase(), name] as const),
  )
  const colors = new Map(labels.map(({ name, color }) => [labelName(name).toLowerCase(), color]))
  return [...used]
    .slice(0, MAX_STICKERS)
    .map(([key, name]) => ({ name, color: colorOf(colors.get(key), name) }))
}

const MAX_STICKERS = 500

/** A color of the source, in any of its notations, or a stable one. */
function colorOf(color: string | undefined, name: string) {
  const hex = /^#?([0-9a-f]{6})$/i.exec(color ?? '')?.[1]
  return hex ? `#${hex.toLowerCase()}` : stickerColor(color ? color : name)
}
