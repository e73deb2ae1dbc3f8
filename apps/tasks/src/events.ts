import { declaredFields } from '@atrium/core/declared-fields'
import type { Language } from '@atrium/core/language'
import type { Subscriber as SubscriberOf } from '@atrium/database/transaction'
import type { TObject } from 'typebox'
import type { DB } from './database.ts'
import {
  type ActivityPayload,
  type ActivityType,
  activityPayloads,
  memberPayloads,
} from './events.contract.ts'

/** The local user is new; the projects chapter creates the personal project. */
interface UserFirstLoginEvent {
  type: 'UserFirstLoginEvent'
  userId: number
  /** The language of the request that they sign in with, if they do. */
  language: Language
}

/** A user whom a synchronization created has come here for the first time. */
interface UserArrived {
  type: 'UserArrived'
  userId: number
  language: Language
}

/** The rights of a user have changed; without a user, those of anyone. */
interface RightsChanged {
  type: 'RightsChanged'
  passportId?: number
}

/** A user signed out: every instance checks the user's tokens again and ends the streams of the session. */
interface SessionEnded {
  type: 'SessionEnded'
  /** Digests of the tokens known to have ended. */
  digests: string[]
  /** The session may have more tokens. Unknown while the identity service is down. */
  passportId?: number | undefined
  /** The digest of the browser's push cookie. */
  device?: string | undefined
}

/** Before anything is locked: timers on the task are locked first, as always. */
interface TaskLeavesProject {
  type: 'TaskLeavesProject'
  taskId: number
}

/** The user starred a board or removed the star; every browser of theirs shows it. */
interface NavigationChanged {
  type: 'NavigationChanged'
  userId: number
}

/** What the user has planned for which day has changed; every browser of theirs shows it. */
interface PlanChanged {
  type: 'PlanChanged'
  userId: number
}

interface InProject {
  projectId: number
  /** Null when the service acts on its own. */
  actorId: number | null
  boardId?: number
  taskId?: number
  taskVersion?: number
  /** With which the change was made; that of the current request unless stated. */
  application?: string | null
  /** The agent that made the change, in which call. */
  agentId?: number
  cause?: string
  /** Earlier values that the event lacks, for undoing what an agent did; nobody reads them. */
  undo?: { description?: string; position?: number | null }
  /** One of many changes of one request: users get one notification about several of them. */
  isBulk?: boolean
  /** A new project gets its first board in this language. */
  boardLanguage?: Language
  /** Users get one notification for all changes of this kind in the transaction. */
  isNotifiedOnce?: boolean
  /** Who is notified of the event, such as the users who worked on a task that moves to another project. Not recorded. */
  affectedIds?: number[]
}

/** Something that happened in a project: a row of its activity. */
export type ActivityEvent<Type extends ActivityType = ActivityType> = {
  [One in Type]: { type: One } & InProject & ActivityPayload<One>
}[Type]

/** Events that every instance must receive before the response is sent. */
export type SharedEvent = RightsChanged | SessionEnded

export type Event =
  | UserFirstLoginEvent
  | UserArrived
  | NavigationChanged
  | PlanChanged
  | TaskLeavesProject
  | SharedEvent
  | ActivityEvent

export function isActivity(event: Event): event is ActivityEvent {
  return 'projectId' in event
}

/** Whether a member can no longer work on tasks of the project: they left it, or became a viewer. */
export function isNoLongerWorking(
  event: Event,
): event is ActivityEvent<'member.removed' | 'member.role_changed'> {
  return (
    event.type === 'member.removed' || (event.type === 'member.role_changed' && event.after.role === 'viewer')
  )
}

interface Recorded {
  type: string
  before?: object
  after?: object
}

/** All fields that the type declares. */
export function payloadOf(recorded: Recorded) {
  return present(activityPayloads, recorded)
}

/** The fields that every member can read. */
export function memberPayloadOf(recorded: Recorded) {
  return present(memberPayloads, recorded)
}

type Payloads = Record<ActivityType, { before?: TObject; after?: TObject }>

function present(payloads: Payloads, { type, before = {}, after = {} }: Recorded) {
  const declared = payloads[type as ActivityType]
  return {
    before: declared?.before ? declaredFields(declared.before, before) : {},
    after: declared?.after ? declaredFields(declared.after, after) : {},
  }
}

/** What follows an event: an entry of the list in `subscribers.ts`. */
export type Subscriber<State = unknown> = SubscriberOf<DB, Event, State>
