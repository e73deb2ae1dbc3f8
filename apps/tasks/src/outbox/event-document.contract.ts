import { Id, Instant, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { type ActivityType, activityPayloads } from '#events.contract.ts'

/** Signals between our own instances and browsers, which mean nothing to other programs. */
const internalTypes = ['task.related_changed', 'column.renumbered'] as const

type StoredPublicType = Exclude<ActivityType, (typeof internalTypes)[number]>

/** Names that say more than what is stored: a move can complete or reopen the task, and a stopped timer can have logged time. */
const refinedTypes = ['task.completed', 'task.reopened', 'time.logged'] as const

/** What a webhook or an automation can listen to. */
export type PublicEventType = StoredPublicType | (typeof refinedTypes)[number]

/** The stored types that have a document. */
export const publicStoredTypes = (Object.keys(activityPayloads) as ActivityType[]).filter(
  (type): type is StoredPublicType => !internalTypes.some(internal => internal === type),
)

/** The types of all documents: what a webhook can list. */
export const publicEventTypes: readonly PublicEventType[] = [...publicStoredTypes, ...refinedTypes]

export const PublicEventType = OneOf<PublicEventType>(...publicEventTypes)

/** What an automation sends to a webhook when the clock or a button has started it: no webhook can list it. */
export const TRIGGERED_TYPE = 'automation.triggered'
export type DocumentType = PublicEventType | typeof TRIGGERED_TYPE

const Text = Type.String()

/** An event as other programs get it. It has no email addresses, and no fields that not every member can read. */
export const EventDocument = Type.Object({
  id: Id,
  type: OneOf<DocumentType>(...publicEventTypes, TRIGGERED_TYPE),
  at: Instant,
  project: Type.Object({ id: Id, key: Nullable(Text), name: Text }),
  actor: Nullable(
    Type.Object(
      {
        id: Id,
        name: Text,
        application: Nullable(
          Type.String({ description: 'The application or personal access token that made the change' }),
        ),
      },
      { description: 'Null when the service acts on its own' },
    ),
  ),
  task: Nullable(
    Type.Object(
      { id: Id, key: Text, title: Text, url: Text },
      { description: 'The task that the event is about' },
    ),
  ),
  changes: Type.Record(Text, Type.Object({ before: Type.Unknown(), after: Type.Unknown() }), {
    description:
      'The fields that have changed, and the id of the changed record. `before` is null for what was created, `after` for what was deleted',
  }),
})
export type EventDocument = Static<typeof EventDocument>
