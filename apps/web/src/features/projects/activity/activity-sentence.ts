import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { fullName } from '@atrium/ui/format'
import { useQueries, useQuery } from '@tanstack/react-query'
import { boardsQuery } from '../../../data/boards/boards.ts'
import { assigneeChanges, assigneeIdsOf } from '../../../data/people/assignees.ts'
import { membersQuery, projectQuery } from '../../../data/projects/projects.ts'
import { boardColumnsQuery } from '../board.queries.ts'

/** The names of the ids in an activity. */
export interface Names {
  projectKey: string | null
  people: Map<number, string>
  boards: Map<number, string>
  columns: Map<number, string>
}

interface Sentence {
  /** Which sentence of `projects.activity.events`. */
  key: string
  values?: Record<string, unknown>
}

/** Recorded for open screens, but not worth an entry. */
const quiet: string[] = [
  'column.renumbered',
  'task.related_changed',
  'task.watched',
  'task.unwatched',
  'reaction.added',
  'reaction.removed',
  'vote.added',
  'vote.removed',
]

export function isNews({ type }: Activity) {
  return !quiet.includes(type)
}

export function sentenceOf(activity: Activity, names: Names): Sentence {
  const { people, columns } = names
  const { actorId } = activity
  switch (activity.type) {
    case 'member.added': {
      const { userId, role } = activity.after
      if (userId === actorId) return { key: 'memberJoined', values: { role } }
      return { key: 'memberAdded', values: { person: nameIn(people, userId), role } }
    }
    case 'member.role_changed': {
      const { userId, role } = activity.after
      return { key: 'memberRoleChanged', values: { person: nameIn(people, userId), role } }
    }
    case 'member.removed': {
      const { userId } = activity.before
      if (userId === actorId) return { key: 'memberLeft' }
      return { key: 'memberRemoved', values: { person: nameIn(people, userId) } }
    }
    case 'task.created':
      return creationOf(activity.after, names)
    case 'tasks.imported':
      return { key: 'tasksImported', values: { count: activity.after.count } }
    case 'task.moved_out':
      return { key: 'taskMovedOut' }
    case 'task.moved_in':
      return { key: 'taskMovedIn' }
    case 'task.moved': {
      const { columnId } = activity.after
      if (activity.before.columnId === columnId) return { key: 'taskPlaced' }
      return { key: 'taskMoved', values: { column: nameIn(columns, columnId) } }
    }
    case 'task.assigned':
      return assignmentOf(activity, people)
    case 'task.parent_changed': {
      const { parentNumber } = activity.after
      return parentNumber
        ? { key: 'taskParentChanged', values: { parent: taskKey(parentNumber, names.projectKey) } }
        : { key: 'taskParentRemoved' }
    }
    case 'relation.added':
    case 'relation.removed':
      return relationSentence(activity, names)
    case 'task.updated':
      return updateOf(activity)
    case 'board.updated':
      return boardUpdateOf(activity, names)
    case 'comment.created':
      return { key: activity.after.replyToId ? 'commentReplied' : 'commentCreated' }
    case 'option.created':
    case 'option.updated':
      return {
        key: keyOf(activity.type),
        values: { name: activity.after.name, option: activity.after.option },
      }
    case 'option.deleted':
      return { key: 'optionDeleted', values: { name: activity.before.name, option: activity.before.option } }
    case 'field.type_changed':
      return { key: 'fieldTypeChanged', values: { name: activity.after.name } }
    case 'checklist.updated': {
      const { before, after } = activity
      const isNowDone = after.isDone && !before.isDone
      return { key: isNowDone ? 'checklistDone' : 'checklistUpdated', values: { name: after.title } }
    }
    case 'link.added':
    case 'link.updated':
      return linkSentence(activity)
    case 'time.updated':
    case 'time.deleted':
      return { key: keyOf(activity.type), values: { person: nameIn(people, activity.before.userId) } }
    case 'time.stopped':
      return { key: 'timeStopped', values: { seconds: activity.after.seconds } }
    default:
      return { key: keyOf(activity.type), values: { name: nameOf(activity, names) ?? UNKNOWN } }
  }
}

function updateOf({ after }: Extract<Activity, { type: 'task.updated' }>): Sentence {
  const { fields: custom = {}, archivedAt, ...own } = after
  const isOnlyArchived = archivedAt !== undefined && Object.keys(own).length === 0
  if (isOnlyArchived) return { key: archivedAt ? 'taskArchived' : 'taskUnarchived' }
  const isOnlyCover = Object.keys(after).join() === 'coverId'
  if (isOnlyCover) return { key: own.coverId ? 'taskCoverSet' : 'taskCoverRemoved' }
  const names = Object.values(custom).map(({ name }) => name)
  return { key: 'taskUpdated', values: { fields: Object.keys(own), names } }
}

function boardUpdateOf(activity: Activity<'board.updated'>, names: Names): Sentence {
  const isOnlyBackground = Object.keys(activity.after).join() === 'background'
  const key = isOnlyBackground ? 'boardBackgroundChanged' : keyOf(activity.type)
  return { key, values: { name: nameOf(activity, names) ?? UNKNOWN } }
}

function assignmentOf(
  activity: Extract<Activity, { type: 'task.assigned' }>,
  people: Names['people'],
): Sentence {
  const { added, removed, isNobody } = assigneeChanges(activity)
  if (isNobody) return { key: 'taskUnassigned' }
  const named = (ids: number[]) => ({ person: ids.map(id => nameIn(people, id)).join(', ') })
  if (added.length > 0) return { key: 'taskAssigned', values: named(added) }
  if (removed.length > 0) return { key: 'taskPersonRemoved', values: named(removed) }
  return { key: 'taskResponsible', values: named(assigneeIdsOf(activity.after).slice(0, 1)) }
}

function creationOf({ copyOf, repeatOf }: { copyOf?: number; repeatOf?: number }, { projectKey }: Names) {
  if (repeatOf) return { key: 'taskRepeated', values: { original: taskKey(repeatOf, projectKey) } }
  if (copyOf) return { key: 'taskCopied', values: { original: taskKey(copyOf, projectKey) } }
  return { key: 'taskCreated' }
}

function relationSentence(activity: Activity<'relation.added' | 'relation.removed'>, names: Names) {
  if (activity.type === 'relation.removed') {
    return { key: 'relationRemoved', values: { other: otherTask(activity.before, names) } }
  }
  const { kind = 'relatesTo' } = activity.after
  const key = `relation${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  return { key, values: { other: otherTask(activity.after, names) } }
}

function linkSentence(activity: Activity<'link.added' | 'link.updated'>): Sentence {
  const { type, before, after } = activity
  const values = { name: after.title }
  if (type === 'link.added') {
    return { key: after.kind === 'commit' ? 'commitLinked' : 'pullRequestLinked', values }
  }
  if (before.state === after.state) return { key: 'linkRenamed', values }
  if (after.kind === 'commit') return { key: 'commitMerged', values }
  return { key: `pullRequest${after.state.charAt(0).toUpperCase()}${after.state.slice(1)}`, values }
}

/** Unnamed if it is in another project. */
function otherTask({ number }: { number?: number }, { projectKey }: Names) {
  return number === undefined ? undefined : taskKey(number, projectKey)
}

/** The values in the other sentences. */
function nameOf(activity: Activity, { boards, columns }: Names) {
  switch (activity.type) {
    case 'invitation.created':
    case 'invitation.accepted':
      return activity.after.email
    case 'invitation.revoked':
      return activity.before.email
    case 'board.updated': {
      const { boardId, before, after } = activity
      return after.name ?? before.name ?? nameIn(boards, boardId)
    }
    case 'board.deleted':
    case 'sticker.deleted':
    case 'sticker.detached':
    case 'view.deleted':
    case 'template.deleted':
    case 'field.deleted':
    case 'cycle.deleted':
    case 'milestone.deleted':
    case 'attachment.deleted':
      return activity.before.name
    case 'board.created':
    case 'board.restored':
    case 'sticker.created':
    case 'sticker.updated':
    case 'sticker.attached':
    case 'view.created':
    case 'view.updated':
    case 'template.created':
    case 'template.updated':
    case 'field.created':
    case 'cycle.created':
    case 'cycle.updated':
    case 'cycle.finished':
    case 'milestone.created':
    case 'milestone.updated':
    case 'field.updated':
    case 'option.reordered':
    case 'attachment.created':
      return activity.after.name
    case 'column.updated': {
      const { before, after } = activity
      return after.title ?? before.title ?? nameIn(columns, after.columnId)
    }
    case 'automation.paused':
      return activity.after.name
    case 'automation.notified':
      return activity.after.text
    case 'webhook.disabled':
      return activity.after.host
    case 'column.created':
    case 'checklist.created':
      return activity.after.title
    case 'column.deleted':
    case 'checklist.deleted':
      return activity.before.title
    default:
      return undefined
  }
}

/** `board.created` → `boardCreated` */
function keyOf(type: string) {
  const [resource = '', verb = ''] = type.split('.')
  return resource + verb.charAt(0).toUpperCase() + verb.slice(1)
}

const UNKNOWN = '…'

function nameIn(names: Map<number, string>, id: number | null) {
  return (id === null ? undefined : names.get(id)) ?? UNKNOWN
}

/** Activities store ids; these are their current names. */
export function useNames(projectId: number): Names {
  const { data: members = [] } = useQuery(membersQuery(projectId))
  const { data: boards = [] } = useQuery(boardsQuery(projectId))
  const { data: project } = useQuery(projectQuery(projectId))
  const details = useQueries({ queries: boards.map(({ id }) => boardColumnsQuery(projectId, id)) })
  const columns = details.flatMap(({ data }) => data?.columns ?? [])
  return {
    projectKey: project?.key ?? null,
    people: new Map(members.map(({ userId, user }) => [userId, fullName(user)])),
    boards: new Map(boards.map(({ id, name }) => [id, name])),
    columns: new Map(columns.map(({ id, title }) => [id, title])),
  }
}
