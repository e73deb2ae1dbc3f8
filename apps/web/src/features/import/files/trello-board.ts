import { singleLine } from './import-plan.ts'

/** What of Trello's export is read here; much of it may be missing. */
export interface TrelloBoard {
  name: string
  lists: TrelloList[]
  cards: TrelloCard[]
  labels: { id: string; name: string; color: string }[]
  members: { id: string; fullName: string }[]
  checklists: TrelloChecklist[]
  comments: { idCard: string; text: string; date: string; author: string }[]
}

export interface TrelloList {
  id: string
  name: string
  closed: boolean
  pos: number
}

export interface TrelloCard extends TrelloList {
  desc: string
  idList: string
  start: string
  due: string
  idLabels: string[]
  idMembers: string[]
  attachments: { name: string; url: string }[]
}

export interface TrelloChecklist {
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

/** What others refer to: without an id nothing can. */
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
