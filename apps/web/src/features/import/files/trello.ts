import {
  cut,
  type ImportPlan,
  longest,
  type PlannedTask,
  printable,
  type Remark,
  type SkippedItem,
  singleLine,
  stickerColor,
} from './import-plan.ts'

export interface TrelloOptions {
  withArchived: boolean
  /** The line above an imported comment, such as "by Ada on 5 May 2026". */
  byline: string
  attachments: string
}

/** A Trello board: lists become columns, cards tasks, labels stickers. */
export function planTrello(board: TrelloBoard, options: TrelloOptions): ImportPlan {
  const lists = board.lists.toSorted(byPosition)
  const kept = lists.filter(({ closed }) => options.withArchived || !closed)
  const listOf = new Map(lists.map(list => [list.id, list]))
  const about = aboutCards(board)
  const tasks: PlannedTask[] = []
  const skipped: SkippedItem[] = []
  for (const card of board.cards.toSorted(byPosition)) {
    const list = listOf.get(card.idList)
    const reason = whySkipped(card, list, options)
    if (reason || !list) skipped.push({ title: titleOf(card), reason: reason ?? 'noList' })
    else tasks.push(taskOf(card, list, about, options))
  }
  const used = new Set(tasks.flatMap(({ stickers }) => stickers))
  const labels = board.labels.map(label => ({ name: labelName(label), color: stickerColor(label.color) }))
  return {
    columns: [...new Set(kept.map(columnTitle))],
    stickers: [
      ...new Map(labels.filter(({ name }) => used.has(name)).map(each => [each.name, each])).values(),
    ],
    tasks,
    skipped,
  }
}

function whySkipped(card: TrelloCard, list: TrelloList | undefined, { withArchived }: TrelloOptions) {
  if (!titleOf(card)) return 'noTitle'
  if (!list) return 'noList'
  if (withArchived) return undefined
  if (card.closed) return 'archived'
  return list.closed ? 'archivedList' : undefined
}

/** The export lists comments, checklists and people apart from their cards. */
function aboutCards({ comments, checklists, members, labels }: TrelloBoard) {
  return {
    comments: Map.groupBy(comments, ({ idCard }) => idCard),
    checklists: Map.groupBy(checklists, ({ idCard }) => idCard),
    memberName: new Map(members.map(({ id, fullName }) => [id, fullName])),
    label: new Map(labels.map(label => [label.id, labelName(label)])),
  }
}

type About = ReturnType<typeof aboutCards>

function taskOf(card: TrelloCard, list: TrelloList, about: About, options: TrelloOptions): PlannedTask {
  const remarks: Remark[] = []
  const kept = (text: string, length: number, remark: Remark) => {
    if (text.length > length) remarks.push(remark)
    return cut(text, length)
  }
  const day = (instant: string, remark: Remark) => {
    const read = dayOf(instant)
    if (instant && !read) remarks.push(remark)
    return read
  }
  const description = [printable(card.desc).trim(), attachmentsOf(card, options)].filter(Boolean).join('\n\n')
  const comments = (about.comments.get(card.id) ?? []).toSorted((one, other) =>
    one.date.localeCompare(other.date),
  )
  return {
    title: kept(titleOf(card), longest.title, 'titleCut'),
    column: columnTitle(list),
    description: description ? kept(description, longest.description, 'descriptionCut') : null,
    assignee: card.idMembers.map(id => about.memberName.get(id)).find(Boolean) ?? null,
    startDate: day(card.start, 'startDateUnread'),
    dueDate: day(card.due, 'dueDateUnread'),
    priority: null,
    estimateSeconds: null,
    stickers: [...new Set(card.idLabels.flatMap(id => about.label.get(id) ?? []))],
    checklist: itemsOf(about.checklists.get(card.id) ?? []),
    comments: comments.map(comment => kept(commentText(comment, options), longest.comment, 'commentCut')),
    remarks,
  }
}

function commentText({ text, date, author }: TrelloBoard['comments'][number], options: TrelloOptions) {
  const byline = options.byline
    .replace('{{name}}', () => author || '?')
    .replace('{{date}}', dayOf(date) ?? '?')
  // An id in an imported text is not one of our users and must not notify anyone.
  return printable(`${byline}:\n\n${text}`).replaceAll('@[', '@ [')
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
        title: cut(hasSeveral ? `${singleLine(name)}: ${title}` : title, longest.item),
        isDone,
      })),
  )
}

function attachmentsOf({ attachments }: TrelloCard, options: TrelloOptions) {
  const links = attachments.filter(({ url }) => /^https?:\/\//.test(url))
  if (links.length === 0) return ''
  const line = ({ name, url }: TrelloCard['attachments'][number]) =>
    `- [${printable(name || url).replaceAll(/[[\]\s]+/g, ' ')}](<${printable(url).replaceAll(/[<>\s]/g, '')}>)`
  return [options.attachments, ...links.map(line)].join('\n')
}

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

/** The day in the browser's time zone, as Trello shows it. */
function dayOf(instant: string) {
  const date = new Date(instant)
  const year = date.getFullYear()
  if (!(year >= 1000 && year <= 9999)) return null
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'))
  return `${year}-${month}-${day}`
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
  comments: { idCard: string; text: string; date: string; author: string }[]
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
  attachments: { name: string; url: string }[]
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
  const comments = recordsOf(board.actions).filter(({ type }) => type === 'commentCard')
  return {
    name: singleLine(textOf(board.name)),
    lists: named(board.lists).map(listOf),
    cards: recordsOf(board.cards).map(cardOf),
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

type Unread = Record<string, unknown>

function listOf({ id, name, closed, pos }: Unread): TrelloList {
  return { id: textOf(id), name: textOf(name), closed: closed === true, pos: numberOf(pos) }
}

function cardOf(card: Unread): TrelloCard {
  return {
    ...listOf(card),
    desc: textOf(card.desc),
    idList: textOf(card.idList),
    start: textOf(card.start),
    due: textOf(card.due),
    idLabels: textsOf(card.idLabels),
    idMembers: textsOf(card.idMembers),
    attachments: recordsOf(card.attachments).map(({ name, url }) => ({
      name: textOf(name),
      url: textOf(url),
    })),
  }
}

function checklistOf({ idCard, name, pos, checkItems }: Unread): TrelloChecklist {
  const items = recordsOf(checkItems).map(item => ({
    name: textOf(item.name),
    isComplete: item.state === 'complete',
    pos: numberOf(item.pos),
  }))
  return { idCard: textOf(idCard), name: textOf(name), pos: numberOf(pos), items }
}

function commentOf({ data, date, memberCreator }: Unread) {
  const { text, card } = recordOf(data)
  return {
    idCard: textOf(recordOf(card).id),
    text: textOf(text),
    date: textOf(date),
    author: textOf(recordOf(memberCreator).fullName),
  }
}

function recordOf(value: unknown): Unread {
  return typeof value === 'object' && value !== null ? (value as Unread) : {}
}

function recordsOf(value: unknown): Unread[] {
  return Array.isArray(value) ? value.map(recordOf) : []
}

/** Records that others refer to by id. */
function named(value: unknown) {
  return recordsOf(value).filter(({ id }) => textOf(id))
}

function textsOf(value: unknown) {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean) : []
}

function textOf(value: unknown) {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown) {
  return typeof value === 'number' ? value : 0
}
