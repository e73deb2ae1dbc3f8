import type { CodesWithStatus } from '@atrium/core/catalogue'
import type { Contract, QueryIn } from '@atrium/core/contract'
import type { App } from '@atrium/http/app/create-app'
import type { Access } from '@atrium/http/routes/access'
import { addRoute, type Handler, type ServerOptions } from '@atrium/http/routes/route'
import type { Actor } from '#administration/actor.ts'
import type { RecordAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'
import { sessionErrors } from '#sign-in/sign-in.contract.ts'
import { scopeOf, type TasksScope } from './access.contract.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { type errorCatalogue, Forbidden, NotFound } from './errors.ts'

/** Finds a record with the role that the caller has in its project: the record names its project, the caller never does. The handler gets what was found. */
export interface RecordLookup<Found extends RecordAccess, Query> {
  find: (
    db: Database,
    userId: number,
    id: number,
    given: { actor: Actor; query: Query },
  ) => Promise<Found | undefined>
  notFound: CodesWithStatus<typeof errorCatalogue, 404>
}

type Options<C extends Contract, Found extends RecordAccess> = ServerOptions &
  (C['access'] extends { right: string } ? { record: RecordLookup<Found, QueryIn<C>> } : { record?: never })

/** Registers a contract: its access rule is enforced, its handler answers. */
export type Route = <C extends Contract, Found extends RecordAccess>(
  contract: C,
  options: Options<C, Found>,
  handler: Handler<C, Actor, Found>,
) => void

export function createRoute(app: App, deps: Deps): Route {
  return (contract, { record, ...options }, handler) =>
    addRoute(app, withNeededScope(contract), enforce(deps, contract, record), handler, options)
}

/** Derived here, so that no route can be forgotten. */
function withNeededScope<C extends Contract>(contract: C): C {
  if (!contract.access.token) return contract
  return { ...contract, access: { ...contract.access, scope: scopeOf(contract) } }
}

/** What tokens of other applications can be refused with. */
const tokenErrors = ['scope_required', 'outside_token_projects', 'agent_only_proposes']

function enforce(
  deps: Deps,
  contract: Contract,
  record: RecordLookup<RecordAccess, never> | undefined,
): Access<Actor> {
  const { access, method, path } = contract
  const { token, permission, right } = access
  if (!token) return { rule: access }
  const scope = scopeOf(contract)
  const isLimitable = access.isLimitable || right !== undefined
  const checkScope = (actor: Actor) => {
    requireScope(actor, scope)
    if (scope !== 'tasks:read') refuseProposingAgent(actor)
    if (!isLimitable) refuseLimitedToken(actor)
  }
  if (permission) {
    return {
      rule: access,
      errors: [...sessionErrors, ...tokenErrors, 'permission_required'],
      checkActor: actor => {
        checkScope(actor)
        if (!actor.permissions.has(permission)) throw new Forbidden('permission_required', { permission })
      },
    }
  }
  if (!right) return { rule: access, errors: [...sessionErrors, ...tokenErrors], checkActor: checkScope }
  if (!record) throw new Error(`${method} ${path} needs a right, but no record says where`)
  return {
    rule: access,
    errors: [
      ...sessionErrors,
      ...tokenErrors,
      record.notFound,
      'not_a_member',
      'role_too_low',
      'record_deleted',
      'project_archived',
      ...(method === 'DELETE' || path.endsWith('/move-to-project') ? ['project_on_hold'] : []),
    ],
    checkActor: checkScope,
    findSubject: async (actor, { params, query }) => {
      const { id } = params as { id: number }
      const found = await record.find(deps.db, actor.id, id, { actor, query: query as never })
      if (!found) throw new NotFound(record.notFound)
      requireRight(actor, found, right as Right)
      return found
    },
  }
}

/** RFC 6750 §3.1. */
export function requireScope({ grant }: Actor, scope: TasksScope) {
  if (!grant || grant.scopes.includes(scope)) return
  const headers = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  throw new Forbidden('scope_required', { scope }, { headers })
}

/** What an agent proposes goes to its user through the endpoint for agents; nothing else changes anything. */
function refuseProposingAgent({ grant }: Actor) {
  if (grant?.agent?.mode === 'proposes') throw new Forbidden('agent_only_proposes')
}

export function refuseLimitedToken({ grant }: Actor) {
  if (grant?.projectIds) throw new Forbidden('outside_token_projects')
}
