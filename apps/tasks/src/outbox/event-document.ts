import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#database.ts'
import type { ActivityType } from '#events.contract.ts'
import { memberPayloadOf } from '#events.ts'
import type { StoredEvent } from '#projects/activity.queries.ts'
import { taskKey } from '#projects/project-key.contract.ts'
import type { Settings } from '#settings.ts'
import {
  type EventDocument,
  type PublicEventType,
  publicStoredTypes,
  TRIGGERED_TYPE,
} from './event-document.contract.ts'
import { type EventNames, findNames, listEventNames } from './event-document.queries.ts'

/** The documents of stored events, in their order, with the names that their records have now. Internal events have none. */
export async function documentsOf(
  db: Database,
  settings: Pick<Settings, 'FRONTEND_URL'>,
  events: StoredEvent[],
) {
  const names = new Map((await listEventNames(db, events)).map(one => [one.id, one]))
  return events.flatMap(event => {
    const type = publicTypeOf(event)
    const named = names.get(event.id)
    return type && named ? [documentOf(event, type, named, settings.FRONTEND_URL)] : []
  })
}

function documentOf(
  event: StoredEvent,
  type: PublicEventType,
  { project, actor, task }: EventNames,
  frontendUrl: string,
): EventDocument {
  const { id, createdAt: at, application } = event
  return {
    id,
    type,
    at,
    project,
    actor: actor && { ...actor, application },
    task: taskOf(task, project, frontendUrl),
    changes: changesOf(event),
  }
}

interface Triggered {
  id: number
  automationId: number
  name: string
  projectId: number
  taskId: number | null
  actorId: number | null
  createdAt: string
}

/** The document of a run that no event has started; its id is that of the run. */
export async function triggeredDocument(
  db: Database,
  { FRONTEND_URL }: Pick<Settings, 'FRONTEND_URL'>,
  { id, automationId, name, createdAt: at, ...of }: Triggered,
): Promise<EventDocument> {
  const { project, actor, task } = await findNames(db, of)
  return {
    id,
    type: TRIGGERED_TYPE,
    at,
    project,
    actor: actor && { ...actor, application: null },
    task: taskOf(task, project, FRONTEND_URL),
    changes: {
      automationId: { before: null, after: automationId },
      name: { before: null, after: name },
    },
  }
}

function taskOf(
  task: EventNames['task'],
  project: EventNames['project'],
  frontendUrl: string,
): EventDocument['task'] {
  return (
    task && {
      id: task.id,
      key: taskKey(task.number, project.key),
      title: task.title,
      url: `${frontendUrl.replace(/\/?$/, '/')}task/${task.id}`,
    }
  )
}

/** Undefined for an internal event. */
export function publicTypeOf({ type, before, after }: StoredEvent): PublicEventType | undefined {
  if (type === 'time.stopped') return (after as { seconds?: number }).seconds ? 'time.logged' : type
  if (type === 'task.moved') {
    const [was, is] = [before, after].map(side => Boolean((side as { completedAt?: string }).completedAt))
    if (was !== is) return is ? 'task.completed' : 'task.reopened'
  }
  return publicStoredTypes.find(one => one === type)
}

/** The field that says which record of the project or the task an event is about, by the first word of its type. */
const recordIds: Record<string, string> = {
  member: 'userId',
  invitation: 'invitationId',
  column: 'columnId',
  field: 'fieldId',
  option: 'optionId',
  cycle: 'cycleId',
  milestone: 'milestoneId',
  comment: 'commentId',
  sticker: 'stickerId',
  view: 'viewId',
  template: 'templateId',
  checklist: 'itemId',
  link: 'linkId',
  time: 'intervalId',
  webhook: 'webhookId',
  automation: 'automationId',
}

function changesOf(event: StoredEvent): EventDocument['changes'] {
  const payload: Record<'before' | 'after', Record<string, unknown>> = memberPayloadOf(event)
  const names = new Set([...Object.keys(payload.before), ...Object.keys(payload.after)])
  const changes = [...names].map(name => {
    const change = { before: payload.before[name] ?? null, after: payload.after[name] ?? null }
    return [name, change] as const
  })
  const recordId = recordIds[event.type.split('.')[0] as ActivityType]
  return Object.fromEntries(
    changes.filter(([name, { before, after }]) => name === recordId || !isDeepStrictEqual(before, after)),
  )
}
