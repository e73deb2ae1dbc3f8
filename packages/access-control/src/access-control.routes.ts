import type { BodyIn, Contract, QueryIn, ReplyOf } from '@atrium/core/contract'
import type { RolePermission } from './permission.contract.ts'
import type { NewUserRole } from './user-role.contract.ts'

/** The contracts that `roleContracts`, `userRoleContracts` and `permissionContracts` declare for a service. */
type Contracts = Record<
  | ('listRoles' | 'getRole' | 'createRole' | 'updateRole' | 'deleteRole')
  | ('listUserRoles' | 'assignRole' | 'unassignRole')
  | ('listPermissions' | 'grantPermission' | 'revokePermission'),
  Contract
>

/** The `route` of a service. These contracts have no options: no record decides who can call them. */
type Route = (contract: Contract, options: never, handler: never) => void

interface Call<Actor> {
  actor: Actor
  params: { id: number } & RolePermission
  query: never
  body: never
}

type Item<C> = ReplyOf<C> extends { item: infer Found } ? Promise<Found> : never
type Reply<C> = Promise<ReplyOf<C>>

interface Queries<C extends Contracts, Db> {
  listRoles: (db: Db, filters: QueryIn<C['listRoles']>) => Reply<C['listRoles']>
  getRole: (db: Db, id: number) => Item<C['getRole']>
  listUserRoles: (db: Db, filters: QueryIn<C['listUserRoles']>) => Reply<C['listUserRoles']>
  listPermissions: (db: Db, filters: QueryIn<C['listPermissions']>) => Reply<C['listPermissions']>
}

interface Commands<C extends Contracts, Deps, Actor> {
  createRole: (deps: Deps, actor: Actor, role: BodyIn<C['createRole']>) => Item<C['createRole']>
  updateRole: (
    deps: Deps,
    actor: Actor,
    id: number,
    changes: BodyIn<C['updateRole']>,
  ) => Item<C['updateRole']>
  deleteRole: (deps: Deps, actor: Actor, id: number) => Promise<void>
  assignRole: (deps: Deps, actor: Actor, userRole: NewUserRole) => Item<C['assignRole']>
  unassignRole: (deps: Deps, actor: Actor, id: number) => Promise<void>
  grantPermission: (deps: Deps, actor: Actor, pair: RolePermission) => Reply<C['grantPermission']>
  revokePermission: (deps: Deps, actor: Actor, pair: RolePermission) => Reply<C['revokePermission']>
}

/** Registers the routes of roles, role assignments and permissions; who can do what is up to the commands of the service. */
export function accessControlRoutes<C extends Contracts, Deps extends { db: unknown }, Actor>(
  route: Route,
  deps: Deps,
  contracts: C,
  queries: Queries<C, Deps['db']>,
  commands: Commands<C, Deps, Actor>,
) {
  const { db } = deps
  const add = (contract: Contract, handler: (call: Call<Actor>) => unknown) =>
    route(contract, {} as never, handler as never)

  add(contracts.listRoles, ({ query }) => queries.listRoles(db, query))

  add(contracts.getRole, async ({ params }) => ({ item: await queries.getRole(db, params.id) }))

  add(contracts.createRole, async ({ actor, body }) => ({
    item: await commands.createRole(deps, actor, body),
  }))

  add(contracts.updateRole, async ({ actor, params, body }) => ({
    item: await commands.updateRole(deps, actor, params.id, body),
  }))

  add(contracts.deleteRole, async ({ actor, params }) => {
    await commands.deleteRole(deps, actor, params.id)
    return { message: 'Role deleted' }
  })

  add(contracts.listUserRoles, ({ query }) => queries.listUserRoles(db, query))

  add(contracts.assignRole, async ({ actor, body }) => ({
    item: await commands.assignRole(deps, actor, body),
  }))

  add(contracts.unassignRole, async ({ actor, params }) => {
    await commands.unassignRole(deps, actor, params.id)
    return { message: 'Role removed from the user' }
  })

  add(contracts.listPermissions, ({ query }) => queries.listPermissions(db, query))

  add(contracts.grantPermission, ({ actor, params }) => commands.grantPermission(deps, actor, params))

  add(contracts.revokePermission, ({ actor, params }) => commands.revokePermission(deps, actor, params))
}
