import type { Activity } from '@atrium/tasks/projects/activity.contract'

/** What the ids in an activity are called. */
export interface Names {
  people: Map<number, string>
  boards: Map<number, string>
  columns: Map<number, string>
}

interface Sentence {
  /** Which sentence of `projects.activity.told`. */
  key: string
  values?: Record<string, unknown>
}

type Teller = (activity: Activity, names: Names) => Sentence

/** A new place in the list of columns is no news to anybody. */
export function isNews({ type }: Activity) {
  return type !== 'column.renumbered'
}

export function sentenceOf(activity: Activity, names: Names): Sentence {
  const [resource = '', verb = ''] = activity.type.split('.')
  return (
    tellers[activity.type]?.(activity, names) ?? plain[resource]?.(activity, names, verb) ?? { key: 'other' }
  )
}

const tellers: Record<string, Teller> = {
  'member.added': ({ actorId, after }, { people }) =>
    after.userId === actorId
      ? { key: 'memberJoined', values: { role: after.role } }
      : { key: 'memberAdded', values: { person: nameIn(people, after.userId), role: after.role } },
  'member.role_changed': ({ after }, { people }) => ({
    key: 'memberRoleChanged',
    values: { person: nameIn(people, after.userId), role: after.role },
  }),
  'member.removed': ({ actorId, before }, { people }) =>
    before.userId === actorId
      ? { key: 'memberLeft' }
      : { key: 'memberRemoved', values: { person: nameIn(people, before.userId) } },
  'task.moved': ({ before, after }, { columns }) =>
    before.columnId === after.columnId
      ? { key: 'taskPlaced' }
      : { key: 'taskMoved', values: { column: nameIn(columns, after.columnId) } },
  'task.assigned': ({ after }, { people }) =>
    after.assigneeId === null
      ? { key: 'taskUnassigned' }
      : { key: 'taskAssigned', values: { person: nameIn(people, after.assigneeId) } },
  'task.updated': ({ after }) => ({ key: 'taskUpdated', values: { fields: Object.keys(after) } }),
  'checklist.updated': ({ before, after }) => ({
    key: after.isDone && !before.isDone ? 'checklistDone' : 'checklistUpdated',
    values: { name: after.title },
  }),
  'time.stopped': ({ after }) => ({ key: 'timeStopped', values: { seconds: after.seconds } }),
}

type PlainTeller = (activity: Activity, names: Names, verb: string) => Sentence | undefined

/** Where the sentence says just what was done to which name. */
const plain: Record<string, PlainTeller> = {
  project: named(() => undefined),
  invitation: named(({ before, after }) => after.email ?? before.email),
  board: named(
    ({ boardId, before, after }, { boards }) => after.name ?? before.name ?? nameIn(boards, boardId),
  ),
  column: named(
    ({ before, after }, { columns }) => after.title ?? before.title ?? nameIn(columns, after.columnId),
  ),
  task: named(() => undefined),
  comment: named(() => undefined),
  sticker: named(({ before, after }) => after.name ?? before.name),
  attachment: named(({ before, after }) => after.name ?? before.name),
  checklist: named(({ before, after }) => after.title ?? before.title),
  time: named(() => undefined),
}

function named(nameOf: (activity: Activity, names: Names) => unknown): PlainTeller {
  return (activity, names, verb) => {
    const [resource = ''] = activity.type.split('.')
    const key = resource + verb.charAt(0).toUpperCase() + verb.slice(1)
    return { key, values: { name: nameOf(activity, names) ?? '…' } }
  }
}

function nameIn(names: Map<number, string>, id: unknown) {
  return names.get(id as number) ?? '…'
}
