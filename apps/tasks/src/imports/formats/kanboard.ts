import type { RelationType } from '#tasks/relations/relation.contract.ts'
import type { ImportFormat } from '../plan/import-format.ts'
import { singleLine } from '../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf, readJsonOf } from './board/board-format.ts'
import type {
  BoardOptions,
  SourceBoard,
  SourceLoss,
  SourceRelation,
  SourceTask,
} from './board/source-board.ts'
import { firstOf, idOf, recordOf, recordsOf, textOf, type Unread } from './board/source-values.ts'

/** What the API of Kanboard answers for a project: columns stay columns, tags, categories and swimlanes become stickers. */
export const kanboard: ImportFormat<Unread, BoardOptions> = {
  id: 'kanboard',
  detect: isDownloadOf('kanboard'),
  read: readJsonOf(({ source, tasks }) => source === 'kanboard' && Array.isArray(tasks)),
  nameOf: ({ project }) => singleLine(textOf(recordOf(project).name)),
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(readBoard),
}

const CLOSED = 'closed'

function readBoard(content: Unread): SourceBoard {
  const columns = recordsOf(content.columns).toSorted(
    (one, other) => Number(one.position) - Number(other.position),
  )
  const entries = recordsOf(content.tasks).toSorted(
    (one, other) => Number(recordOf(one.task).position) - Number(recordOf(other.task).position),
  )
  const lanes = recordsOf(content.swimlanes)
  const parts: Parts = {
    // The name of the only swimlane says nothing.
    lanes: new Map(lanes.length > 1 ? lanes.slice(1).map(({ id, name }) => [idOf(id), textOf(name)]) : []),
    categories: new Map(recordsOf(content.categories).map(({ id, name }) => [idOf(id), textOf(name)])),
    tasks: new Set(entries.map(({ task }) => idOf(recordOf(task).id))),
  }
  const hasClosed = entries.some(({ task }) => !isActive(recordOf(task)))
  return {
    columns: [
      ...columns.map(({ id, title }) => ({ id: idOf(id), title: textOf(title), isDone: false })),
      // A closed task of Kanboard can be in any column; a completed one of Atrium cannot.
      ...(hasClosed ? [{ id: CLOSED, title: closedTitle(columns), isDone: true }] : []),
    ],
    people: peopleOf(content),
    labels: recordsOf(content.tags).map(({ name, color_id }) => ({
      name: textOf(name),
      color: textOf(color_id),
    })),
    tasks: entries.map(entry => taskOf(entry, parts)),
    skipped: [],
  }
}

/** A title that no column has. */
function closedTitle(columns: Unread[]) {
  const taken = new Set(columns.map(({ title }) => textOf(title).trim().toLowerCase()))
  return (
    ['Closed', 'Completed', 'Closed tasks'].find(title => !taken.has(title.toLowerCase())) ??
    'Closed in Kanboard'
  )
}

/** Users with their addresses, and members who are only named. */
function peopleOf({ users, members }: Unread) {
  const named = Object.entries(recordOf(members)).map(([id, name]) => ({ id, name: textOf(name) }))
  return [
    ...recordsOf(users).map(({ id, name, username, email }) => ({
      id: idOf(id),
      name: firstOf(textOf(name), textOf(username)),
      email: textOf(email),
    })),
    ...named,
  ]
}

interface Parts {
  lanes: Map<string, string>
  categories: Map<string, string>
  tasks: Set<string>
}

function taskOf({ task: given, tags, subtasks, comments, files, links }: Unread, parts: Parts): SourceTask {
  const task = recordOf(given)
  const { relations, parent, losses: lostLinks } = linksOf(recordsOf(links), parts)
  const items = recordsOf(subtasks).toSorted((one, other) => Number(one.position) - Number(other.position))
  const spent = Number(task.time_spent)
  const losses: SourceLoss[] = [
    ...lostLinks,
    ...(spent > 0 ? [{ kind: 'timeDropped' as const, example: `${spent}h` }] : []),
    ...(Number(task.recurrence_status) > 0
      ? [{ kind: 'repeatUnread' as const, example: textOf(task.title) }]
      : []),
  ]
  const reference = singleLine(textOf(task.reference))
  return {
    id: idOf(task.id),
    title: textOf(task.title),
    description: textOf(task.description),
    column: isActive(task) ? idOf(task.column_id) : CLOSED,
    ...(parent && { parent }),
    relations,
    assignees: Number(task.owner_id) > 0 ? [idOf(task.owner_id)] : [],
    startDate: instantOfSeconds(task.date_started),
    dueDate: instantOfSeconds(task.date_due),
    createdAt: instantOfSeconds(task.date_creation),
    completedAt: isActive(task)
      ? ''
      : firstOf(instantOfSeconds(task.date_completed), instantOfSeconds(task.date_modification)),
    priority: priorities[Number(task.priority)] ?? '',
    ...(Number(task.time_estimated) > 0 && {
      estimateSeconds: Math.round(Number(task.time_estimated) * 3600),
    }),
    labels: [
      ...Object.values(recordOf(tags)).map(textOf),
      parts.categories.get(idOf(task.category_id)) ?? '',
      parts.lanes.get(idOf(task.swimlane_id)) ?? '',
    ].filter(Boolean),
    checklist: items.map(({ title, status }) => ({ title: textOf(title), isDone: Number(status) === 2 })),
    comments: recordsOf(comments).map(({ id, user_id, name, username, date_creation, comment }) => ({
      id: idOf(id),
      author: idOf(user_id),
      authorName: firstOf(textOf(name), textOf(username)),
      at: instantOfSeconds(date_creation),
      text: textOf(comment),
    })),
    fields: reference ? [{ name: 'Reference', value: reference }] : [],
    attachments: recordsOf(files).map(({ id, name }) => ({ name: textOf(name), url: `/file/${idOf(id)}` })),
    losses,
  }
}

/** Kanboard counts from 0, which is none, to 3 unless a project says otherwise. */
const priorities: Record<number, string> = { 1: 'low', 2: 'medium', 3: 'high' }

function isActive({ is_active }: Unread) {
  return Number(is_active) === 1
}

/** Labels of built-in links as a task sees them; those of others keep that the tasks are related. */
const types: Record<string, RelationType> = {
  blocks: 'blocks',
  'is blocked by': 'blockedBy',
  duplicates: 'duplicates',
  'is duplicated by': 'duplicatedBy',
}

/** The other task of a link says what it is to this one. */
function linksOf(links: Unread[], { tasks }: Parts) {
  const relations: SourceRelation[] = []
  const losses: SourceLoss[] = []
  let parent: string | undefined
  for (const { task_id, label, title } of links) {
    const task = idOf(task_id)
    const name = textOf(label)
    if (!tasks.has(task)) losses.push({ kind: 'relationDropped', example: textOf(title) })
    else if (name === 'is a child of') parent ??= task
    else if (name !== 'is a parent of') relations.push({ type: types[name] ?? 'relatesTo', task })
  }
  return { relations, parent, losses }
}

/** Kanboard counts seconds; 0 is no date. */
function instantOfSeconds(value: unknown) {
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds > 0 && seconds < 1e11
    ? new Date(seconds * 1000).toISOString()
    : ''
}
