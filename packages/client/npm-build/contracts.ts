import { globSync } from 'node:fs'
import type { Contract, Endpoint } from '@atrium/core/contract'
import type { TSchema } from 'typebox'

export interface Service {
  /** Of the namespace that has its types. */
  namespace: string
  operations: { name: string; file: string; contract: Contract; kind: 'json' | 'list' | 'file' }[]
  /** Of exported schemas, by `nameKeyOf`. */
  names: Map<unknown, string>
  /** The status of each error code. */
  errors: Record<string, number>
}

const root = new URL('../../../', import.meta.url)

/**
 * What each service offers to programs: every route with a JSON reply or a file, unless it is for browsers only. Read from
 * the sources, because only they have the names of schemas, which become names of types.
 */
export async function loadService(app: string, namespace: string): Promise<Service> {
  const names = new Map<unknown, string>()
  const operations: Service['operations'] = []
  const patterns = [`apps/${app}/src/**/*.contract.ts`, 'packages/access-control/src/*.contract.ts']
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    for (const [constant, value] of Object.entries(await load(file))) {
      if (!isContract(value)) names.set(nameKeyOf(value), names.get(nameKeyOf(value)) ?? constant)
      else if (isForPrograms(file, value))
        operations.push({ name: value.name, file, contract: value, kind: kindOf(value) })
    }
  }
  operations.sort((one, other) => one.name.localeCompare(other.name, 'en'))
  const { errorCatalogue } = await load(`apps/${app}/src/errors.ts`)
  return { namespace, operations, names, errors: statusesOf(errorCatalogue) }
}

function load(file: string) {
  return import(new URL(file, root).href)
}

/** What a nullable or optional copy of a schema shares with it. */
export function nameKeyOf(schema: unknown) {
  const { properties, enum: values } = schema as { properties?: object; enum?: unknown[] }
  return properties ?? values
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

function isForPrograms(
  file: string,
  { isPage, reply, produces, setCookie, access }: Partial<Endpoint> & Contract,
) {
  if (isPage || setCookie || file.includes('/development/')) return false
  return reply !== undefined || (access.token && produces !== undefined)
}

function kindOf({ query, reply }: Contract) {
  if (!reply) return 'file'
  const fields = (reply as { properties?: Record<string, TSchema> }).properties ?? {}
  return query?.properties.page && fields.items && fields._meta ? 'list' : 'json'
}

function statusesOf(catalogue: Record<string, { status?: number }>) {
  const entries = Object.entries(catalogue).flatMap(([code, { status }]) => (status ? [[code, status]] : []))
  return Object.fromEntries(entries)
}

export async function loadEvents() {
  const { activityPayloads, memberPayloads } = await load('apps/tasks/src/events.contract.ts')
  const { NotificationContext, StoredContext } = await load(
    'apps/tasks/src/notifications/notification.contract.ts',
  )
  const { Activity } = await load('apps/tasks/src/projects/activity.contract.ts')
  const { EventDocument, PublicEventType } = await load('apps/tasks/src/outbox/event-document.contract.ts')
  const { StoredTrigger, StoredAction } = await load('apps/tasks/src/automations/rule.contract.ts')
  return {
    activityPayloads,
    memberPayloads,
    NotificationContext,
    StoredContext,
    Activity,
    EventDocument,
    PublicEventType,
    StoredTrigger,
    StoredAction,
  }
}
