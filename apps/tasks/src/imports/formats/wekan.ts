import type { ImportFormat, SkippedItem } from '../plan/import-format.ts'
import { singleLine } from '../plan/plan-texts.ts'
import { boardDefaults, boardPlan, readJsonOf } from './board/board-format.ts'
import type { BoardOptions, SourceBoard, SourceField, SourceTask } from './board/source-board.ts'
import {
  bytesOf,
  contentUrl,
  firstOf,
  idOf,
  idsOf,
  lossIf,
  lostVotes,
  numberOf,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
  type Unread,
} from './board/source-values.ts'

/** The JSON export of a WeKan board: lists become columns, cards tasks, labels and swimlanes stickers. */
export const wekan: ImportFormat<Unread, BoardOptions> = {
  id: 'wekan',
  detect: ({ head }) => /^\uFEFF?\s*\{\s*"_format"\s*:\s*"wekan-/.test(head),
  read: readJsonOf(({ lists, cards }) => Array.isArray(lists) && Array.isArray(cards)),
  nameOf: ({ title }) => singleLine(textOf(title)),
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(readBoard),
  fileOf: ({ attachments }, url) => {
    const found = recordsOf(attachments).find(({ _id }) => contentUrl(textOf(_id)) === url)
    return found && bytesOf(textOf(found.file))
  },
}

function readBoard(board: Unread, { withArchived }: BoardOptions): SourceBoard {
  const lists = recordsOf(board.lists)
    .filter(({ _id }) => textOf(_id))
    .toSorted(bySort)
  const parts = readParts(board)
  const skipped: SkippedItem[] = []
  const cards = cardsOf(board).filter(card => {
    const reason = whySkipped(card, parts)
    const isKept = !reason || (withArchived && reason !== 'noList')
    if (!isKept) skipped.push({ title: singleLine(textOf(card.title)), reason })
    return isKept
  })
  return {
    columns: lists
      .filter(({ archived }) => withArchived || archived !== true)
      .map(({ _id, title }) => ({ id: textOf(_id), title: textOf(title) })),
    people: recordsOf(board.users).map(({ _id, username, profile, emails }) => ({
      id: textOf(_id),
      name: firstOf(textOf(recordOf(profile).fullname), textOf(username)),
      email: textOf(recordsOf(emails)[0]?.address),
    })),
    labels: recordsOf(board.labels).map(label => ({ name: labelName(label), color: textOf(label.color) })),
    tasks: cards.map(card => taskOf(card, parts)),
    skipped,
  }
}

/** The export keeps what belongs to cards apart from them. */
function readParts(board: Unread) {
  const lanes = recordsOf(board.swimlanes)
  const openLanes = lanes.filter(({ archived }) => archived !== true)
  const archivedOf = (records: Unread[]) =>
    new Set(records.filter(({ archived }) => archived === true).map(({ _id }) => textOf(_id)))
  return {
    lists: new Set(recordsOf(board.lists).map(({ _id }) => textOf(_id))),
    archived: new Set([...archivedOf(recordsOf(board.lists)), ...archivedOf(lanes)]),
    // A board has at least one swimlane; its name says nothing unless there are others.
    lanes: new Map(openLanes.length > 1 ? lanes.map(({ _id, title }) => [textOf(_id), textOf(title)]) : []),
    labels: new Map(recordsOf(board.labels).map(label => [textOf(label._id), labelName(label)])),
    fields: new Map(recordsOf(board.customFields).map(field => [textOf(field._id), field])),
    comments: byCard(board.comments),
    checklists: byCard(board.checklists),
    items: byCard(board.checklistItems),
    attachments: byCard(board.attachments),
  }
}

type Parts = ReturnType<typeof readParts>

function byCard(records: unknown) {
  return Map.groupBy(recordsOf(records), ({ cardId }) => textOf(cardId))
}

/** The cards, and subtasks that are on a board of their own: they go to the column of their parent. */
function cardsOf(board: Unread): Unread[] {
  const cards = recordsOf(board.cards).toSorted(bySort)
  const listOf = new Map(cards.map(({ _id, listId }) => [textOf(_id), listId]))
  const subtasks = recordsOf(board.subtaskItems).filter(({ _id }) => !listOf.has(textOf(_id)))
  const moved = subtasks.map(
    (task): Unread => ({
      ...task,
      listId: listOf.get(textOf(task.parentId)),
      swimlaneId: null,
    }),
  )
  return [...cards, ...moved]
}

function whySkipped(card: Unread, { lists, archived }: Parts) {
  if (!lists.has(textOf(card.listId))) return 'noList'
  if (card.archived === true) return 'archived'
  if ([card.listId, card.swimlaneId].some(id => archived.has(textOf(id)))) return 'archivedList'
  return undefined
}

function taskOf(card: Unread, parts: Parts): SourceTask {
  const id = textOf(card._id)
  const lane = parts.lanes.get(textOf(card.swimlaneId))
  const spent = numberOf(card.spentTime)
  const coverId = textOf(card.coverId)
  const attachments = (parts.attachments.get(id) ?? []).map(({ _id, name }) => ({
    name: textOf(name),
    url: contentUrl(textOf(_id)),
    ...(coverId !== '' && textOf(_id) === coverId && { isCover: true }),
  }))
  const vote = recordOf(card.vote)
  // Votes of a poll that is not public are secret.
  const [voters, secret] = vote.public === false ? [[], idsOf(vote.positive)] : [idsOf(vote.positive), []]
  return {
    id,
    title: textOf(card.title),
    description: textOf(card.description),
    column: textOf(card.listId),
    parent: textOf(card.parentId),
    // The first one is responsible, and members only take part.
    assignees: [...new Set([...textsOf(card.assignees), ...textsOf(card.members)])],
    voters,
    startDate: instantText(card.startAt),
    dueDate: instantText(card.dueAt),
    completedAt: instantText(card.endAt),
    createdAt: instantText(card.createdAt),
    isArchived: whySkipped(card, parts) !== undefined,
    labels: [
      ...textsOf(card.labelIds).flatMap(label => parts.labels.get(label) ?? []),
      ...(lane ? [lane] : []),
    ],
    fields: recordsOf(card.customFields).flatMap(({ _id, value }) =>
      fieldOf(parts.fields.get(textOf(_id)), value),
    ),
    checklist: itemsOf(parts.checklists.get(id) ?? [], parts.items.get(id) ?? []),
    comments: (parts.comments.get(id) ?? []).map(({ _id, userId, createdAt, text }) => ({
      id: textOf(_id),
      author: textOf(userId),
      at: instantText(createdAt),
      text: textOf(text),
    })),
    attachments,
    losses: [
      ...lossIf(spent > 0, 'timeDropped', `${spent} h`),
      ...lostVotes(secret.length + idsOf(vote.negative).length, textOf(card.title)),
      ...lossIf(
        coverId !== '' && !attachments.some(({ isCover }) => isCover),
        'coverDropped',
        textOf(card.title),
      ),
    ],
  }
}

/** A task has one checklist: if a card has several, each item names the one it comes from. */
function itemsOf(checklists: Unread[], items: Unread[]) {
  const ofChecklist = Map.groupBy(items, ({ checklistId }) => textOf(checklistId))
  return checklists.toSorted(bySort).flatMap(checklist =>
    (ofChecklist.get(textOf(checklist._id)) ?? []).toSorted(bySort).map(({ title, isFinished }) => ({
      title: checklists.length > 1 ? `${textOf(checklist.title)}: ${textOf(title)}` : textOf(title),
      isDone: isFinished === true,
    })),
  )
}

function fieldOf(field: Unread | undefined, value: unknown): SourceField[] {
  if (!field || value === null || value === undefined) return []
  const items = recordsOf(recordOf(field.settings).dropdownItems)
  const option = field.type === 'dropdown' ? items.find(({ _id }) => _id === value) : undefined
  const isDate = field.type === 'date'
  const text = isDate
    ? instantText(value).slice(0, 10)
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : idOf(value)
  return [{ name: textOf(field.name), value: option ? textOf(option.name) : text }]
}

function labelName({ name, color }: Unread) {
  return firstOf(textOf(name), textOf(color))
}

/** A date as WeKan writes it, or as tools of MongoDB do. */
function instantText(value: unknown): string {
  const date = recordOf(value).$date
  if (date !== undefined) return instantText(date)
  const isTime = typeof value === 'number' && Math.abs(value) <= 8.64e15
  return isTime ? new Date(value).toISOString() : textOf(value)
}

function bySort(one: Unread, other: Unread) {
  return numberOf(one.sort) - numberOf(other.sort)
}
