import { declaredFields } from '@atrium/core/declared-fields'
import type { Sent } from '@atrium/events/bus'
import type { TObject } from 'typebox'
import type { News } from '#live/news.ts'
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
}

/** What one user has the right to do has changed, or, without a user, what any of them has. */
interface RightsChanged {
  type: 'RightsChanged'
  passportId?: number
}

/** A user signed out: every instance checks the tokens of that user again, and no stream outlives its session. */
interface SessionEnded {
  type: 'SessionEnded'
  /** Of the tokens that are known to have ended. */
  digests: string[]
  /** Whose they were; there may be more of the same session. Unknown while the identity service is down. */
  passportId?: number | undefined
}

interface InProject {
  projectId: number
  /** Null when the service acts on its own. */
  actorId: number | null
  boardId?: number
  taskId?: number
  taskVersion?: number
}

/** Something that happened in a project: a row of its activity. */
export type ActivityEvent<Type extends ActivityType = ActivityType> = {
  [One in Type]: { type: One } & InProject & ActivityPayload<One>
}[Type]

/** What every instance must hear of before the answer goes out. */
export type SharedEvent = RightsChanged | SessionEnded

export type Event = UserFirstLoginEvent | SharedEvent | ActivityEvent

export function isActivity(event: Event): event is ActivityEvent {
  return 'projectId' in event
}

interface Recorded {
  type: string
  before?: object
  after?: object
}

/** Everything that is declared for the type. */
export function payloadOf(recorded: Recorded) {
  return present(activityPayloads, recorded)
}

/** What every member can read of it. */
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

export interface TransactionState {
  /** What has left with the transaction, to be waited for after its commit. */
  sent: Sent[]
  /** What the streams are sent after the commit. */
  changes: News['changes']
  notifiedUserIds: number[]
}
