import { loadEvents, type Service } from './contracts.ts'
import { createWriter } from './declarations.ts'

/** What TypeScript knows about events, but no schema says: their fields depend on the type of the event. */
export async function liveTypes(service: Service) {
  const events = await loadEvents()
  const { activityPayloads, memberPayloads, NotificationContext, StoredContext, Activity } = events
  const { EventDocument, PublicEventType, StoredTrigger, StoredAction } = events
  const special = new Map<unknown, string>([
    [Activity, 'Activity'],
    [StoredContext, 'NotificationContext'],
    [PublicEventType, 'PublicEventType'],
    [StoredTrigger, 'Trigger'],
    [StoredAction, 'Action'],
  ])
  const writer = createWriter(service, special)
  const payloads = Object.entries<Sides>(activityPayloads).map(([type, declared]) => {
    const visible = memberPayloads[type] as Sides
    const sides = (['before', 'after'] as const).map(side => {
      const fields = declared[side] && onlyForSome(declared[side], visible[side])
      return `${side}: ${fields ? writer.objectOf(fields, '', '      ') : 'Record<never, never>'}`
    })
    return `    '${type}': {\n      ${sides.join('\n      ')}\n    }`
  })
  const { type: _type, before: _before, after: _after, ...common } = Activity.properties
  const types = [
    `  interface ActivityPayloads {\n${payloads.join('\n')}\n  }`,
    '  type ActivityType = keyof ActivityPayloads',
    `  /** Its fields depend on \`type\`. */
  type Activity<Type extends ActivityType = ActivityType> = {
    [One in Type]: ActivityEntry & { type: One } & ActivityPayloads[One]
  }[Type]`,
    `  interface ActivityEntry ${writer.objectOf({ properties: common, required: Object.keys(common) }, '', '  ')}`,
    `  interface NotificationContext ${writer.objectOf({ ...NotificationContext }, '', '  ')}`,
    `  type PublicEventType = ${PublicEventType.enum.map((type: string) => `'${type}'`).join(' | ')}`,
    `  /** An event as other programs get it. */
  interface EventDocument ${writer.objectOf(EventDocument, '', '  ')}`,
    `  /** A change of a board or project; \`patch\` has the new values. */
  type Change<Type extends ActivityType = ActivityType> = {
    [One in Type]: {
      id: number
      type: One
      projectId: number
      boardId: number | null
      taskId: number | null
      version: number | null
      actorId: number | null
      patch: ActivityPayloads[One]['after']
    }
  }[Type]`,
  ]
  return { writer, types, messages }
}

type Fields = { properties: Record<string, object>; required?: string[] }
type Sides = { before?: Fields; after?: Fields }

/** Fields that depend on the reader's rights can be missing. */
function onlyForSome({ properties, required = [] }: Fields, visible: Fields | undefined) {
  return { properties, required: required.filter(key => key in (visible?.properties ?? {})) }
}

/** With the ID to resume from. */
const messages = `export interface LiveMessages {
  notification: {
    id: string
    event: 'notification'
    data: { subject: string; body: string; context: Tasks.NotificationContext }
  }
  change: { id: string; event: 'change'; data: Tasks.Change }
  /** Who is viewing a board. */
  presence: { id: string; event: 'presence'; data: { boardId: number; users: Tasks.UserSummary[] } }
  /** Too much has changed since the last connection: load again what you show. */
  resync: { id: string; event: 'resync'; data: { reason: 'gap' } }
  /** Your projects, boards or stars have changed. */
  navigation: { id: string; event: 'navigation'; data: Record<never, never> }
}`
