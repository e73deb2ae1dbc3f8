import { stickerColor } from '../plan/colors.contract.ts'
import { fileJson } from '../plan/file-text.ts'
import {
  FileNotRead,
  type FormatPlan,
  type ImportFormat,
  type Remark,
  type SkippedItem,
} from '../plan/import-format.ts'
import { longest, type PlannedTask } from '../plan/import-plan.contract.ts'
import { daysIn, instantOf } from '../plan/plan-dates.ts'
import { createRemarks, cut, externalIdOf, printable, type Remarks, singleLine } from '../plan/plan-texts.ts'
import { boardDefaults } from './board/board-format.ts'
import { namedFields, planFields } from './board/plan-parts.ts'
import type { BoardOptions, SourceField } from './board/source-board.ts'
import {
  countOf,
  firstOf,
  numberOf,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
  type Unread,
} from './board/source-values.ts'

/** The JSON export of a Trello board: lists become columns, cards tasks, labels stickers. */
export const trello: ImportFormat<TrelloBoard, BoardOptions> = {
  id: 'trello',
  detect: ({ head }) => /^\uFEFF?\s*[{[]/.test(head),
  read: ({ bytes }) => {
    const board = readTrelloBoard(fileJson(bytes))
    if (!board) throw new FileNotRead('notTrello')
    return board
  },
  show: () => undefined,
  nameOf: ({ name }) => name,
  defaults: boardDefaults,
  plan: planTrello,
}

export function planTrello(board: TrelloBoard, options: BoardOptions): FormatPlan {
  const lists = board.lists.toSorted(byPosition)
  const kept = lists.filter(({ closed }) => options.withArchived || !closed)
  const listOf = new Map(lists.map(list => [list.id, list]))
  const about = { ...aboutCards(board, kept), dayOf: daysIn(options.timeZone), options }
  const tasks: PlannedTask[] = []
  const planned: TrelloCard[] = []
  const skipped: SkippedItem[] = []
  const remarks: Remark[] = []
  const externalIds = new Set<string>()
  for (const [index, card] of board.cards.toSorted(byPosition).entries()) {
    const list = listOf.get(card.idList)
    const reason = whySkipped(card, list, options)
    if (reason || !list) {
      skipped.push({ title: titleOf(card), reason: reason ?? 'noList' })
      continue
    }
    const lost = createRemarks(takeId(externalIds, card.id, index))
    tasks.push(taskOf(card, list, about, lost))
    planned.push(card)
    remarks.push(...lost.all)
  }
  const used = new Set(tasks.flatMap(({ stickers = [] }) => stickers))
  const labels = board.labels.map(label => ({ name: labelName(label), color: stickerColor(label.color) }))
  return {
    columns: [...about.columns].map(([title, externalId]) => ({ externalId, title })),
    people: about.people,
    stickers: [
      ...new Map(labels.filter(({ name }) => used.has(name)).map(each => [each.name, each])).values(),
    ],
    tasks,
    remarks,
    skipped,
    sourceFields: namedFields(planned),
  }
}

function whySkipped(card: TrelloCard, list: TrelloList | undefined, { withArchived }: BoardOptions) {
  if (!titleOf(card)) return 'noTitle'
  if (!list) return 'noList'
  if (withArchived) return undefined
  if (card.closed) return 'archived'
  return list.closed ? 'archivedList' : undefined
}

/** The export lists comments, checklists and people apart from their cards. Lists of the same title are one column. */
function aboutCards({ comments, checklists, members, labels }: TrelloBoard, lists: TrelloList[]) {
  const authors = comments.map(({ idAuthor: id, author: fullName }) => ({ id, fullName }))
  const named = [...authors, ...members].flatMap(({ id, fullName }) => {
    const [externalId, name] = [externalIdOf(id), cut(singleLine(fullName), longest.person)]
    return externalId && name ? [[externalId, { externalId, name }] as const] : []
  })
  const columns = new Map<string, string>()
  const externalIds = new Set<string>()
  for (const [index, list] of lists.entries()) {
    const title = columnTitle(list)
    if (!columns.has(title)) columns.set(title, takeId(externalIds, list.id, index))
  }
  const people = new Map(named)
  return {
    comments: Map.groupBy(comments, ({ idCard }) => idCard),
    checklists: Map.groupBy(checklists, ({ idCard }) => idCard),
    columns,
    people: [...people.values()],
    isPerson: (id: string) => people.has(externalIdOf(id)),
    label: new Map(labels.map(label => [label.id, labelName(label)])),
  }
}

/** An id of Trello, or the place in the file if it is missing or repeated. */
function takeId(taken: Set<string>, own: string, index: number) {
  let id = externalIdOf(own)
  for (let suffix = ''; !id || taken.has(id); suffix += '#') id = `#${index + 1}${suffix}`
  taken.add(id)
  return id
}

type About = ReturnType<typeof aboutCards> & { dayOf: ReturnType<typeof daysIn>; options: BoardOptions }

function taskOf(card: TrelloCard, list: TrelloList, about: About, remarks: Remarks): PlannedTask {
  const { externalId } = remarks
  const day = (instant: string, kind: 'startDateUnread' | 'dueDateUnread') => {
    const read = about.dayOf(instant)
    if (instant && !read) remarks.add(kind, instant)
    return read
  }
  const description = printable(card.desc).trim()
  const comments = (about.comments.get(card.id) ?? []).toSorted((one, other) =>
    one.date.localeCompare(other.date),
  )
  const labels = [...new Set(card.idLabels.flatMap(id => about.label.get(id) ?? []))]
  const people = [...new Set(card.idMembers.filter(about.isPerson).map(externalIdOf))]
  const voters = [...new Set(card.idVoters.filter(about.isPerson).map(externalIdOf))].slice(0, longest.voters)
  const lostVotes = Math.max(card.votes, card.idVoters.length) - voters.length
  if (lostVotes > 0) remarks.add('voteDropped', titleOf(card), lostVotes)
  const attachments = attachmentsOf(card).slice(0, longest.attachments)
  if (card.hasCover && !attachments.some(({ isCover }) => isCover)) remarks.add('coverDropped', titleOf(card))
  return {
    externalId,
    title: remarks.kept(titleOf(card), longest.title, 'titleCut'),
    column: about.columns.get(columnTitle(list)) ?? null,
    description: description ? remarks.kept(description, longest.description, 'descriptionCut') : null,
    assignees: remarks.most(people, longest.assignees, 'assigneesDropped'),
    ...(voters.length > 0 && { voters }),
    startDate: day(card.start, 'startDateUnread'),
    dueDate: day(card.due, 'dueDateUnread'),
    createdAt: creationOf(card.id),
    completedAt: card.isComplete ? instantOf(card.changed) : null,
    fields: planFields(card, remarks, about.options),
    ...((card.closed || list.closed) && { isArchived: true }),
    stickers: labels.slice(0, longest.stickers),
    checklist: remarks.most(itemsOf(about.checklists.get(card.id) ?? []), longest.items, 'checklistCut'),
    comments: remarks
      .most(comments, longest.allComments, 'commentCut')
      .map((comment, index) => commentOfCard(comment, index, about, remarks)),
    attachments,
  }
}

function commentOfCard(comment: TrelloComment, index: number, about: About, remarks: Remarks) {
  const { id, idAuthor, author, date, text } = comment
  // An author without an id is named in the text.
  const written = about.isPerson(idAuthor) || !author ? text : `${singleLine(author)}:\n\n${text}`
  return {
    externalId: `${index} ${externalIdOf(id)}`.slice(0, longest.externalId),
    author: about.isPerson(idAuthor) ? externalIdOf(idAuthor) : null,
    at: instantOf(date),
    text: remarks.kept(printable(written), longest.comment, 'commentCut') || '…',
  }
}

/** A task has one checklist: if a card has several, each item names the one it comes from. */
function itemsOf(checklists: TrelloChecklist[]) {
  const hasSeveral = checklists.length > 1
  return checklists.toSorted(byPosition).flatMap(({ name, items }) =>
    items
      .toSorted(byPosition)
      .map(item => ({ title: singleLine(item.name), isDone: item.isComplete }))
      .filter(({ title }) => title)
      .map(({ title, isDone }) => ({
        title: cut(hasSeveral ? singleLine(`${name}: ${title}`) : title, longest.item),
        isDone,
      })),
  )
}

function attachmentsOf({ attachments }: TrelloCard) {
  return attachments.flatMap(({ name, url, isCover }) => {
    if (!/^https?:\/\/[^\s<>]+$/i.test(url) || url.length > longest.url || !url.isWellFormed()) return []
    const shown = cut(singleLine(name) || singleLine(url), MAX_FILE_NAME)
    return [{ name: shown, url: printable(url), ...(isCover && { isCover }) }]
  })
}

const MAX_FILE_NAME = 255

function titleOf({ name }: TrelloCard) {
  return singleLine(name)
}

function labelName({ name, color }: { name: string; color: string }) {
  const word = singleLine(color).split('_')[0]?.trim() || 'label'
  return cut(singleLine(name) || word.charAt(0).toUpperCase() + word.slice(1), longest.sticker)
}

function columnTitle({ name }: TrelloList) {
  return cut(singleLine(name) || '…', longest.column)
}

/** Ids of Trello begin with the second in which they were created. */
function creationOf(id: string) {
  return /^[0-9a-f]{24}$/.test(id)
    ? instantOf(new Date(parseInt(id.slice(0, 8), 16) * 1000).toISOString())
    : null
}

function byPosition(one: { pos: number }, other: { pos: number }) {
  return one.pos - other.pos
}

/** The parts of Trello's export that are read; many can be missing. */
export interface TrelloBoard {
  name: string
  lists: TrelloList[]
  cards: TrelloCard[]
  labels: { id: string; name: string; color: string }[]
  members: { id: string; fullName: string }[]
  checklists: TrelloChecklist[]
  comments: TrelloComment[]
}

interface TrelloComment {
  id: string
  idCard: string
  text: string
  date: string
  idAuthor: string
  author: string
}

interface TrelloList {
  id: string
  name: string
  closed: boolean
  pos: number
}

interface TrelloCard extends TrelloList {
  desc: string
  idList: string
  start: string
  due: string
  idLabels: string[]
  idMembers: string[]
  attachments: { name: string; url: string; isCover: boolean }[]
  /** Whether it is marked as complete, wherever it is. */
  isComplete: boolean
  changed: string
  fields: SourceField[]
  /** How many there are; the export does not always say whose. */
  votes: number
  idVoters: string[]
  hasCover: boolean
}

interface TrelloChecklist {
  idCard: string
  name: string
  pos: number
  items: { name: string; isComplete: boolean; pos: number }[]
}

/** A file can contain anything: values of the wrong type are ignored. */
export function readTrelloBoard(content: unknown): TrelloBoard | undefined {
  const board = recordOf(content)
  if (!Array.isArray(board.lists) || !Array.isArray(board.cards)) return undefined
  const fields = new Map(named(board.customFields).map(field => [textOf(field.id), field]))
  const comments = recordsOf(board.actions).filter(({ type }) => type === 'commentCard')
  return {
    name: singleLine(textOf(board.name)),
    lists: named(board.lists).map(listOf),
    cards: recordsOf(board.cards).map(card => cardOf(card, fields)),
    labels: named(board.labels).map(({ id, name, color }) => ({
      id: textOf(id),
      name: textOf(name),
      color: textOf(color),
    })),
    members: named(board.members).map(({ id, fullName }) => ({ id: textOf(id), fullName: textOf(fullName) })),
    checklists: recordsOf(board.checklists).map(checklistOf),
    comments: comments.map(commentOf).filter(({ text }) => text.trim()),
  }
}

function listOf({ id, name, closed, pos }: Unread): TrelloList {
  return { id: textOf(id), name: textOf(name), closed: closed === true, pos: numberOf(pos) }
}

function cardOf(card: Unread, fields: Map<string, Unread>): TrelloCard {
  const cover = recordOf(card.cover)
  const coverId = firstOf(textOf(cover.idAttachment), textOf(card.idAttachmentCover))
  return {
    ...listOf(card),
    desc: textOf(card.desc),
    idList: textOf(card.idList),
    start: textOf(card.start),
    due: textOf(card.due),
    idLabels: textsOf(card.idLabels),
    idMembers: textsOf(card.idMembers),
    attachments: recordsOf(card.attachments).map(({ id, name, url }) => ({
      name: textOf(name),
      url: textOf(url),
      isCover: coverId !== '' && textOf(id) === coverId,
    })),
    isComplete: card.dueComplete === true,
    changed: textOf(card.dateLastActivity),
    fields: recordsOf(card.customFieldItems).flatMap(item => fieldOf(item, fields)),
    votes: countOf(recordOf(card.badges).votes),
    idVoters: [...new Set(textsOf(card.idMembersVoted))],
    hasCover: [coverId, textOf(cover.color), textOf(cover.idUploadedBackground)].some(Boolean),
  }
}

/** A value of a custom field: an option by its id, or what its type says as a text. */
function fieldOf({ idCustomField, idValue, value }: Unread, fields: Map<string, Unread>): SourceField[] {
  const field = fields.get(textOf(idCustomField))
  if (!field) return []
  const option = recordsOf(field.options).find(({ id }) => textOf(id) !== '' && id === idValue)
  const { text, number, date, checked } = recordOf(option ? option.value : value)
  const shown = firstOf(textOf(text), textOf(number), textOf(date).slice(0, 10), textOf(checked))
  return shown ? [{ name: textOf(field.name), value: shown }] : []
}

function checklistOf({ idCard, name, pos, checkItems }: Unread): TrelloChecklist {
  const items = recordsOf(checkItems).map(item => ({
    name: textOf(item.name),
    isComplete: item.state === 'complete',
    pos: numberOf(item.pos),
  }))
  return { idCard: textOf(idCard), name: textOf(name), pos: numberOf(pos), items }
}

function commentOf({ id, data, date, memberCreator }: Unread): TrelloComment {
  const { text, card } = recordOf(data)
  return {
    id: textOf(id),
    idCard: textOf(recordOf(card).id),
    text: textOf(text),
    date: textOf(date),
    idAuthor: textOf(recordOf(memberCreator).id),
    author: textOf(recordOf(memberCreator).fullName),
  }
}

/** Records that others refer to by id. */
function named(value: unknown) {
  return recordsOf(value).filter(({ id }) => textOf(id))
}
