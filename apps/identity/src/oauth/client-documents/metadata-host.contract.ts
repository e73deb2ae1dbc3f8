import { contractsOf } from '@atrium/core/contract'
import { Body, Id, IdParams, Instant, Item, List, ListQuery, Message } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const MetadataHost = Type.Object({
  id: Id,
  host: Type.String(),
  bundled: Type.Array(
    Type.Object({
      clientId: Type.String(),
      name: Type.String(),
      date: Type.String({ description: 'When the copy was last compared with the published document' }),
    }),
    {
      description:
        'Well-known programs of the host whose documents Atrium has a copy of, for times when it cannot read them',
    },
  ),
  createdAt: Instant,
})
export type MetadataHost = Static<typeof MetadataHost>

export const NewMetadataHost = Body({
  host: Type.String({
    minLength: 1,
    maxLength: 260,
    description: 'A host name such as `agents.example.org`; with a port, only that port counts',
  }),
})
export type NewMetadataHost = Static<typeof NewMetadataHost>

export const MetadataHostFilters = ListQuery
export type MetadataHostFilters = Static<typeof MetadataHostFilters>

const contract = contractsOf('OAuth clients')
const access = needs('system:manage', permission('client_metadata_hosts.manage'))

export const listMetadataHosts = contract('listMetadataHosts', 'GET /client-metadata-hosts', {
  summary: 'List hosts of client metadata documents',
  description:
    'With `CLIENT_METADATA_DOCUMENTS=listed`, an application whose client ID is the address of a document can connect if the host of that address is listed here.',
  access,
  query: MetadataHostFilters,
  reply: List(MetadataHost),
})

export const addMetadataHost = contract('addMetadataHost', 'POST /client-metadata-hosts', {
  summary: 'Add a host of client metadata documents',
  description:
    'Its applications can then ask users for access to their tasks; users are always asked for their consent.',
  access,
  body: NewMetadataHost,
  reply: Item(MetadataHost),
  errors: ['metadata_host_taken'],
})

export const removeMetadataHost = contract('removeMetadataHost', 'DELETE /client-metadata-hosts/:id', {
  summary: 'Remove a host of client metadata documents',
  description:
    'Tokens of its applications end at once, unless `CLIENT_METADATA_DOCUMENTS=any` allows them anyway.',
  access,
  params: IdParams,
  reply: Message,
  errors: ['metadata_host_not_found'],
})
