import { GROUP, MAX_RESULTS, USER } from './schemas.contract.ts'

const CONFIGURATION = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** What Atrium supports of SCIM (RFC 7643 §5). */
export function serviceProviderConfig(origin: string) {
  return {
    schemas: [CONFIGURATION],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Service account',
        description: 'An access token of a service account with the scope scim, from POST /token',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${origin}/scim/v2/ServiceProviderConfig`,
    },
  }
}

/** RFC 7643 §6. */
export function resourceTypes(origin: string) {
  return [
    { id: 'User', endpoint: '/Users', schema: USER, description: 'A user of Atrium' },
    { id: 'Group', endpoint: '/Groups', schema: GROUP, description: 'A group that SCIM manages' },
  ].map(type => ({
    schemas: [RESOURCE_TYPE],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${origin}/scim/v2/ResourceTypes/${type.id}` },
  }))
}

interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable'
  returned: 'default'
  uniqueness: 'none' | 'server'
  subAttributes?: Attribute[]
}

/** An attribute of text that a directory can write, unless the differences say otherwise. */
function attribute(name: string, description: string, differences: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...differences,
  }
}

const readOnly = { mutability: 'readOnly' } as const
const externalId = attribute('externalId', 'What the directory calls the resource', { caseExact: true })

const userAttributes = [
  attribute('userName', 'The email address', { required: true, uniqueness: 'server' }),
  externalId,
  attribute('name', 'The parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('givenName', 'The first name'),
      attribute('familyName', 'The last name'),
      attribute('middleName', 'The patronymic'),
      attribute('formatted', 'The whole name', readOnly),
    ],
  }),
  attribute('displayName', 'The name that the directory shows'),
  attribute('active', 'Whether the user can sign in', { type: 'boolean' }),
  attribute('emails', 'The email address, which userName changes', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The email address', readOnly),
      attribute('type', 'Always work', readOnly),
      attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('groups', 'The groups of SCIM that the user is in', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The id of the group', readOnly),
      attribute('display', 'The name of the group', readOnly),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'The name', { required: true, uniqueness: 'server' }),
  externalId,
  attribute('members', 'The users in the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { mutability: 'immutable' }),
      attribute('display', 'The name of the user', readOnly),
      attribute('type', 'Always User', { mutability: 'immutable' }),
    ],
  }),
]

/** RFC 7643 §7. */
export function schemas(origin: string) {
  return [
    { id: USER, name: 'User', description: 'A user of Atrium', attributes: userAttributes },
    { id: GROUP, name: 'Group', description: 'A group that SCIM manages', attributes: groupAttributes },
  ].map(schema => ({
    schemas: [SCHEMA],
    ...schema,
    meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${schema.id}` },
  }))
}
