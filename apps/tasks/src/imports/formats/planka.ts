import type { ImportFormat } from '../plan/import-format.ts'
import { singleLine } from '../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf, readJsonOf } from './board/board-format.ts'
import type { BoardOptions, SourceBoard, SourceField, SourceTask } from './board/source-board.ts'
import { firstOf, lossIf, numberOf, recordOf, recordsOf, textOf, type Unread } from './board/source-values.ts'

/** What the API of Planka answers for a board: lists become columns, cards tasks, labels stickers. */
export const planka: ImportFormat<Unread, BoardOptions> = {
  id: 'planka',
  detect: isDownloadOf('planka'),
  read: readJsonOf(({ source, board }) => source === 'planka' && Array.isArray(includedIn(board).lists)),
  nameOf: ({ board }) => boardName(recordOf(board)),
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(readBoard),
}

function includedIn(answer: unknown) {
  return recordOf(recordOf(answer).included)
}

/** Boards are often named alike in all projects, so the project is part of the name. */
function boardName(board: Unread) {
  const name = singleLine(textOf(recordOf(board.item).name))
  const project = singleLine(textOf(recordsOf(includedIn(board).projects)[0]?.name))
  return [project, name].filter(Boolean).join(' – ')
}

function readBoard({ board, archived, comments }: Unread, { withArchived }: BoardOptions): SourceBoard {
  const archives = recordsOf(archived).flatMap(({ pages }) => recordsOf(pages))
  const included = [includedIn(board), ...archives.map(includedIn)]
  const all = (key: string) => uniqueById(included.flatMap(part => recordsOf(part[key])))
  const lists = recordsOf(includedIn(board).lists)
  const columns = lists.filter(({ type }) => type === 'active' || type === 'closed').toSorted(byPosition)
  const archivedCards = archives.flatMap(({ items }) => recordsOf(items))
  const written = recordsOf(comments).flatMap(({ pages }) => recordsOf(pages))
  const parts: Parts = {
    lists: new Map(lists.map(list => [textOf(list.id), list])),
    labels: new Map(all('labels').map(label => [textOf(label.id), labelName(label)])),
    members: byCard(all('cardMemberships')),
    cardLabels: byCard(all('cardLabels')),
    taskLists: byCard(all('taskLists')),
    items: Map.groupBy(all('tasks'), ({ taskListId }) => textOf(taskListId)),
    attachments: byCard(all('attachments')),
    fieldNames: new Map(all('customFields').map(({ id, name }) => [textOf(id), textOf(name)])),
    values: byCard(all('customFieldValues')),
    comments: byCard(written.flatMap(({ items }) => recordsOf(items))),
  }
  const writers = written.flatMap(page => recordsOf(includedIn(page).users))
  return {
    columns: columns.map(({ id, name, type }) => ({
      id: textOf(id),
      title: textOf(name),
      isDone: type === 'closed',
    })),
    people: uniqueById([...all('users'), ...writers]).map(({ id, name, username, email }) => ({
      id: textOf(id),
      name: firstOf(textOf(name), textOf(username)),
      email: textOf(email),
    })),
    labels: all('labels').map(label => ({
      name: labelName(label),
      color: colors[textOf(label.color).split('-').at(-1) ?? ''] ?? '',
    })),
    tasks: [
      ...recordsOf(includedIn(board).cards).toSorted(byPosition),
      ...(withArchived ? archivedCards : []),
    ].map(card => taskOf(card, parts)),
    skipped: withArchived
      ? []
      : archivedCards.map(({ name }) => ({ title: singleLine(textOf(name)), reason: 'archived' as const })),
  }
}

interface Parts {
  lists: Map<string, Unread>
  labels: Map<string, string>
  members: Map<string, Unread[]>
  cardLabels: Map<string, Unread[]>
  taskLists: Map<string, Unread[]>
  items: Map<string, Unread[]>
  attachments: Map<string, Unread[]>
  fieldNames: Map<string, string>
  values: Map<string, Unread[]>
  comments: Map<string, Unread[]>
}

function taskOf(card: Unread, parts: Parts): SourceTask {
  const id = textOf(card.id)
  const of = (records: Map<string, Unread[]>) => records.get(id) ?? []
  const list = parts.lists.get(textOf(card.listId))
  const { total } = recordOf(card.stopwatch)
  const isArchived = textOf(list?.type) === 'archive'
  const coverId = textOf(card.coverAttachmentId)
  const attachments = of(parts.attachments).map(file => attachmentOf(file, coverId))
  return {
    id,
    title: textOf(card.name),
    description: textOf(card.description),
    isArchived,
    column: textOf(isArchived ? card.prevListId : card.listId),
    assignees: of(parts.members).map(({ userId }) => textOf(userId)),
    dueDate: textOf(card.dueDate),
    createdAt: textOf(card.createdAt),
    completedAt: card.isClosed === true ? firstOf(textOf(card.listChangedAt), textOf(card.updatedAt)) : '',
    labels: of(parts.cardLabels).flatMap(({ labelId }) => parts.labels.get(textOf(labelId)) ?? []),
    checklist: checklistOf(of(parts.taskLists), parts),
    comments: of(parts.comments).map(({ id: own, userId, createdAt, text }) => ({
      id: textOf(own),
      author: textOf(userId),
      at: textOf(createdAt),
      text: textOf(text),
    })),
    attachments,
    fields: of(parts.values).map(value => fieldOf(value, parts)),
    losses: [
      ...lossIf(numberOf(total) > 0, 'timeDropped', durationOf(numberOf(total))),
      ...lossIf(
        coverId !== '' && !attachments.some(({ isCover }) => isCover),
        'coverDropped',
        textOf(card.name),
      ),
    ],
  }
}

/** A task has one checklist: if a card has several, each item names the one it comes from. */
function checklistOf(lists: Unread[], { items }: Parts) {
  return lists.toSorted(byPosition).flatMap(list =>
    (items.get(textOf(list.id)) ?? []).toSorted(byPosition).map(({ name, isCompleted }) => ({
      title: lists.length > 1 ? `${textOf(list.name)}: ${textOf(name)}` : textOf(name),
      isDone: isCompleted === true,
    })),
  )
}

/** A file is fetched from where Planka is asked, whatever address it gives itself. */
function attachmentOf({ id, type, name, data }: Unread, coverId: string) {
  const url = textOf(recordOf(data).url)
  const isFile = type === 'file' && URL.canParse(url)
  const isCover = coverId !== '' && textOf(id) === coverId
  return { name: textOf(name), url: isFile ? new URL(url).pathname : url, ...(isCover && { isCover }) }
}

function fieldOf({ customFieldId, content }: Unread, { fieldNames }: Parts): SourceField {
  return { name: fieldNames.get(textOf(customFieldId)) ?? '', value: textOf(content) }
}

/** A label without a name is known by its color. */
function labelName({ name, color }: Unread) {
  const words = textOf(color).replaceAll('-', ' ')
  return firstOf(textOf(name), words && words.charAt(0).toUpperCase() + words.slice(1), 'Label')
}

function durationOf(seconds: number) {
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`
}

/** Planka names colors after things; the last word is one of these. */
const colors: Record<string, string> = {
  red: '#e04556',
  orange: '#f0982d',
  yellow: '#fbca04',
  green: '#3cb500',
  moss: '#8ab32c',
  blue: '#109dc0',
  pink: '#f97394',
  purple: '#7b4bb0',
  lilac: '#8b7fd1',
  brown: '#ad5f28',
  grey: '#8b8680',
  gray: '#8b8680',
}

function byCard(records: Unread[]) {
  return Map.groupBy(records, ({ cardId }) => textOf(cardId))
}

function uniqueById(records: Unread[]) {
  return [...new Map(records.map(record => [textOf(record.id), record])).values()]
}

function byPosition(one: Unread, other: Unread) {
  return numberOf(one.position) - numberOf(other.position)
}
