import type { CodesWithStatus } from '@atrium/core/catalogue'
import type { Contract } from '@atrium/core/contract'
import type { App } from '@atrium/http/app/create-app'
import type { Access } from '@atrium/http/routes/access'
import type { Input } from '@atrium/http/routes/request-validation'
import { addRoute, type Handler, type ServerOptions } from '@atrium/http/routes/route'
import type { Actor } from '#access-control/actor.ts'
import { twoFactorSetupRequired } from '#access-control/actor.ts'
import type { Check } from './access.contract.ts'
import type { Database } from './database.ts'
import type { Deps } from './deps.ts'
import { type errorCatalogue, Forbidden, NotFound } from './errors.ts'

/** Who owns a record; to those who cannot see it, it does not exist. */
export interface RecordOwner {
  find: (db: Database, id: number) => Promise<number | undefined>
  notFound: CodesWithStatus<typeof errorCatalogue, 404>
  /** Records that every user can read. */
  isPublic?: (db: Database, id: number) => Promise<boolean>
}

type FindSubject = (actor: Actor, input: Input) => number | null

type Needed<C extends Contract> = C['access'] extends { check: { kind: 'ownOrAny' } }
  ? { owner: RecordOwner; subject?: never }
  : C['access'] extends { check: { kind: 'self' | 'selfOrAny' } }
    ? { subject: FindSubject; owner?: never }
    : { subject?: never; owner?: never }

/** Registers a contract: its access rule is enforced, its handler answers. */
export type Route = <C extends Contract>(
  contract: C,
  options: ServerOptions & Needed<C>,
  handler: Handler<C, Actor>,
) => void

export function createRoute(app: App, { db }: Pick<Deps, 'db'>): Route {
  return (contract, { subject, owner, ...options }, handler) =>
    addRoute(app, contract, enforce(db, contract.access, { subject, owner }), handler, options)
}

type Enforced = Contract['access'] & { check?: Check }

export function enforce(
  db: Database,
  rule: Contract['access'],
  { subject, owner }: { subject?: FindSubject | undefined; owner?: RecordOwner | undefined } = {},
): Access<Actor> {
  const { token, scope, check, isForSettingUp = false, isForClients = false } = rule as Enforced
  if (!token) return { rule }
  const tokenErrors = ['not_authenticated', 'invalid_token', 'personal_token_refused']
  if (!scope || !check) return { rule, errors: tokenErrors }
  return {
    rule,
    errors: [
      ...tokenErrors,
      'scope_required',
      'permission_required',
      'admin_address_refused',
      'only_for_yourself',
      'two_factor_setup_required',
      ...(isForClients ? ['service_account_required'] : []),
      ...(owner ? [owner.notFound] : []),
    ],
    checkActor: actor => {
      if (isForClients && actor.id !== null) throw new Forbidden('service_account_required')
      if (actor.mustSetUpTwoFactor && !isForSettingUp) throw twoFactorSetupRequired()
      requireScope(actor, scope)
      requireSome(actor, check)
    },
    findSubject: async (actor, input) => {
      if (owner) await requireOwner(db, actor, check.name, owner, pathUser(actor, input))
      else if (subject) requireSubject(actor, check, subject(actor, input))
    },
  }
}

function requireScope(actor: Actor, scope: string) {
  if (actor.scopes.includes(scope)) return
  const headers = { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  throw new Forbidden('scope_required', { scope }, { headers })
}

/** Checked before the record is known, so the permission for one's own is enough. */
function requireSome(actor: Actor, { kind, name }: Check) {
  if (kind === 'permission') return requirePermission(actor, name)
  if (kind === 'self') return requirePermission(actor, `${name}.self`)
  if (!actor.permissions.has(`${name}.self`)) requirePermission(actor, `${name}.any`)
}

function requireSubject(actor: Actor, { kind, name }: Check, subjectId: number | null) {
  if (kind === 'self') {
    if (actor.id !== null && subjectId === actor.id) return
    throw new Forbidden('only_for_yourself', { permission: `${name}.self` })
  }
  if (subjectId !== actor.id) requirePermission(actor, `${name}.any`)
}

async function requireOwner(db: Database, actor: Actor, name: string, owner: RecordOwner, id: number) {
  if (actor.permissions.has(`${name}.any`)) return
  const ownerId = await owner.find(db, id)
  if (ownerId === actor.id || (await owner.isPublic?.(db, id))) return
  const canRead = actor.permissions.has(`${name.replace('.write', '.read')}.any`)
  if (ownerId === undefined || !canRead) throw new NotFound(owner.notFound)
  requirePermission(actor, `${name}.any`)
}

function requirePermission(actor: Actor, permission: string) {
  if (actor.permissions.has(permission)) return
  if (actor.withheld?.has(permission))
    throw new Forbidden('admin_address_refused', { address: actor.address ?? '' })
  throw new Forbidden('permission_required', { permission })
}

/** The caller. */
export function ownUser({ id }: Actor) {
  return id
}

/** The user that the path names. */
export function pathUser(_actor: Actor, { params }: Pick<Input, 'params'>) {
  return (params as { id: number }).id
}

/** Whose records a list shows: without a user in the query, all users' if the caller can read them, else the caller's. */
export function listedUser(actor: Actor, userId: number | undefined, name: string) {
  if (userId || actor.permissions.has(`${name}.any`)) return userId
  return actor.id ?? undefined
}

/** The user that the query names, or the caller. */
export function queryUser(actor: Actor, { query }: Input) {
  return (query as { userId?: number }).userId ?? actor.id
}

/** The user that the body names, or the caller; the body is not validated yet. */
export function bodyUser(actor: Actor, { body }: Input) {
  const { userId } = body as { userId?: unknown }
  return typeof userId === 'number' ? userId : actor.id
}
