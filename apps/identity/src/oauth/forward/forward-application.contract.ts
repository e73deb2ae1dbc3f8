import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Default,
  Id,
  IdParams,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

const Hosts = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: 'Host names of the application, with the port unless it is the usual one',
})
const RequiredGroups = Type.Array(Id, {
  maxItems: 50,
  uniqueItems: true,
  description: 'Ids of groups; members of any of them pass. Empty lets every user pass',
})
const PublicPaths = Type.Array(Type.String({ pattern: '^/[^?#\\s]*$', maxLength: 500 }), {
  maxItems: 50,
  uniqueItems: true,
  description: 'Paths that need no sign-in; one that ends in `*` is a prefix',
})

export const ForwardApplication = Type.Object({
  id: Id,
  name: Type.String(),
  hosts: Type.Array(Type.String()),
  requiredGroups: Type.Array(Id),
  publicPaths: Type.Array(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ForwardApplication = Static<typeof ForwardApplication>

export const NewForwardApplication = Body({
  name: Name(100),
  hosts: Hosts,
  requiredGroups: Default(RequiredGroups, []),
  publicPaths: Default(PublicPaths, []),
})
export type NewForwardApplication = Static<typeof NewForwardApplication>

export const ForwardApplicationChanges = Body({
  name: Type.Optional(Name(100)),
  hosts: Type.Optional(Hosts),
  requiredGroups: Type.Optional(RequiredGroups),
  publicPaths: Type.Optional(PublicPaths),
})
export type ForwardApplicationChanges = Static<typeof ForwardApplicationChanges>

export const ForwardApplicationFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('name', 'id', 'createdAt').properties,
})
export type ForwardApplicationFilters = Static<typeof ForwardApplicationFilters>

const contract = contractsOf('Forward authentication')
const access = needs('system:manage', permission('rbac.permissions.manage'))

export const listForwardApplications = contract('listForwardApplications', 'GET /forward-applications', {
  summary: 'List applications behind a proxy',
  description: 'The applications whose proxy asks `/auth/forward`.',
  access,
  query: ForwardApplicationFilters,
  reply: List(ForwardApplication),
})

export const createForwardApplication = contract('createForwardApplication', 'POST /forward-applications', {
  summary: 'Add an application behind a proxy',
  description: 'Its hosts belong to no other application (409), and the groups must exist (422).',
  access,
  body: NewForwardApplication,
  reply: Item(ForwardApplication),
  errors: ['forward_host_taken'],
})

export const getForwardApplication = contract('getForwardApplication', 'GET /forward-applications/:id', {
  summary: 'Get an application behind a proxy',
  description: 'Returns the hosts, the required groups and the public paths of the application.',
  access,
  params: IdParams,
  reply: Item(ForwardApplication),
  errors: ['forward_application_not_found'],
})

export const updateForwardApplication = contract(
  'updateForwardApplication',
  'PUT /forward-applications/:id',
  {
    summary: 'Update an application behind a proxy',
    description:
      'Changes the given fields; each list replaces the whole list. Takes effect with the next request.',
    access,
    params: IdParams,
    body: ForwardApplicationChanges,
    reply: Item(ForwardApplication),
    errors: ['forward_application_not_found', 'forward_host_taken'],
  },
)

export const deleteForwardApplication = contract(
  'deleteForwardApplication',
  'DELETE /forward-applications/:id',
  {
    summary: 'Remove an application behind a proxy',
    description: 'From then on, no request to its hosts passes.',
    access,
    params: IdParams,
    reply: Message,
    errors: ['forward_application_not_found'],
  },
)
