import type { ExportedRow } from './project-rows.ts'

/** Every kind of record that a board of Trello has. The rest is named in docs/moving-out.md. */
export const trelloKinds = [
  'people',
  'project',
  'boards',
  'columns',
  'tasks',
  'stickers',
  'taskStickers',
  'checklistItems',
  'comments',
] as const
type TrelloKind = (typeof trelloKinds)[number]

export type TrelloRecords = Record<TrelloKind, ExportedRow[]>

/** One board as Trello exports it: the columns of all boards become its lists, and tasks its cards. */
export function trelloBoard(records: TrelloRecords) {
  const [project = {}] = records.project
  const about = aboutTasks(records)
  const tasks = records.tasks.filter(({ deletedAt }) => deletedAt === null)
  const cardIds = new Map(tasks.map(task => [task.id, trelloId('c', task.id, task.createdAt)]))
  return {
    id: trelloId('b', 1, project.createdAt),
    name: project.name,
    desc: project.description ?? '',
    closed: project.archivedAt !== null,
    lists: listsOf(records),
    labels: records.stickers.map(({ id, name }) => ({ id: trelloId('e', id), name, color: null })),
    members: [...about.people].map(([id, fullName]) => ({ id: trelloId('d', id), fullName })),
    cards: tasks.map(task => cardOf(task, String(cardIds.get(task.id)), about)),
    checklists: tasks.flatMap(({ id }) => checklistOf(id, String(cardIds.get(id)), about.items.get(id))),
    actions: records.comments.flatMap(comment => actionOf(comment, cardIds.get(comment.taskId), about)),
  }
}

type About = ReturnType<typeof aboutTasks>

function aboutTasks({ people, taskStickers, checklistItems }: TrelloRecords) {
  const names = new Map(people.map(({ id, name, surname }) => [id, `${name} ${surname}`.trim()]))
  return {
    people: names,
    labels: Map.groupBy(taskStickers, ({ taskId }) => taskId),
    items: Map.groupBy(checklistItems, ({ taskId }) => taskId),
    text: (value: unknown) =>
      String(value ?? '').replaceAll(/@\[(\d+)\]/g, (_mention, id) => `@${names.get(Number(id)) ?? '?'}`),
  }
}

/** With several boards, a list says which of them it is from. */
function listsOf({ boards, columns }: TrelloRecords) {
  const shown = boards.filter(({ deletedAt }) => deletedAt === null)
  const names = new Map(boards.map(({ id, name }) => [id, shown.length > 1 ? `${name}: ` : '']))
  const places = new Map(boards.map(({ id, position }) => [id, Number(position ?? 0)]))
  const inOrder = columns.toSorted(
    (one, other) =>
      Number(places.get(one.boardId)) - Number(places.get(other.boardId)) ||
      Number(one.position ?? 0) - Number(other.position ?? 0),
  )
  return inOrder.map(({ id, boardId, title, deletedAt }, place) => ({
    id: trelloId('a', id),
    name: `${names.get(boardId)}${title}`,
    closed: deletedAt !== null || !shown.some(board => board.id === boardId),
    pos: place + 1,
  }))
}

function cardOf(task: ExportedRow, id: string, { labels, text }: About) {
  const people = [task.assigneeId, ...(task.otherAssigneeIds as unknown[])]
  return {
    id,
    idList: trelloId('a', task.columnId),
    name: task.title,
    desc: text(task.description),
    closed: task.archivedAt !== null,
    pos: task.position,
    start: task.startDate && `${task.startDate}T12:00:00.000Z`,
    due: task.dueDate && `${task.dueDate}T12:00:00.000Z`,
    dueComplete: task.completedAt !== null,
    idMembers: people.filter(person => person !== null).map(person => trelloId('d', person)),
    idLabels: (labels.get(task.id) ?? []).map(({ stickerId }) => trelloId('e', stickerId)),
    dateLastActivity: task.updatedAt,
    attachments: [],
  }
}

function checklistOf(taskId: unknown, idCard: string, items: ExportedRow[] = []) {
  if (items.length === 0) return []
  const checkItems = items
    .toSorted((one, other) => Number(one.position) - Number(other.position))
    .map(({ id, title, isDone }, place) => ({
      id: trelloId('9', id),
      name: title,
      state: isDone ? 'complete' : 'incomplete',
      pos: place + 1,
    }))
  return [{ id: trelloId('8', taskId), idCard, name: '', pos: 1, checkItems }]
}

function actionOf(comment: ExportedRow, cardId: string | undefined, { people, text }: About) {
  if (!cardId) return [] // of a task in the trash
  const author = trelloId('d', comment.authorId)
  return [
    {
      id: trelloId('7', comment.id, comment.createdAt),
      type: 'commentCard',
      date: comment.createdAt,
      idMemberCreator: author,
      memberCreator: { id: author, fullName: people.get(comment.authorId) ?? '' },
      data: { text: text(comment.text), card: { id: cardId } },
    },
  ]
}

/** Ids of Trello have 24 hexadecimal digits, and begin with the second in which they were created. */
function trelloId(kind: string, number: unknown, createdAt: unknown = 0) {
  const seconds = Math.floor(new Date(String(createdAt)).getTime() / 1000) || 0
  return (
    seconds.toString(16).padStart(8, '0').slice(-8) + kind + Number(number).toString(16).padStart(15, '0')
  )
}
