import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { Access } from './access.ts'
import { mark } from './mark.ts'
import { takesFile } from './uploads.ts'

export interface ApiDescription {
  title: string
  description: string
  version: string
  serverUrl: string
  /** The cookie that carries the access token in a browser. */
  accessCookie: string
}

const DOCUMENTATION_PATH = '/docs/apidoc'
// The plugin's own policy names addresses outside, and sends the page's files to https even where there is none.
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The description is made from the schemas that validate, so it cannot say anything else than the code does. */
export async function describeApi(app: FastifyInstance, api: ApiDescription) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: api.title, description: api.description, version: api.version },
      servers: [{ url: api.serverUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: { type: 'apiKey', in: 'cookie', name: api.accessCookie },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: describeOperation(schema ?? {}, route), url }),
  })
  await app.register(swaggerUi, {
    routePrefix: DOCUMENTATION_PATH,
    staticCSP: PAGE_POLICY,
    logo: { type: 'image/svg+xml', content: Buffer.from(mark.text) },
    theme: { title: api.title },
    uiConfig: { displayRequestDuration: true, filter: true },
  })
}

type Described = FastifySchema & { description?: string; produces?: readonly string[] }

function describeOperation(schema: Described, route: RouteOptions) {
  const access = route.config?.access
  if (!access) return { ...schema, hide: true }
  const errors = errorCodes(schema, access, route).map(code => [code, errorReply(code)])
  return {
    ...schema,
    ...describeFiles(schema.body),
    description: [schema.description, accessInWords(access)].filter(Boolean).join('\n\n'),
    response: { ...successOf(schema, route), ...Object.fromEntries(errors) },
    ...(access.rule.token && { security: [{ bearer: [] }, { cookie: [] }] }),
  }
}

/** What is no JSON has no schema, but a type. */
function successOf({ response, produces }: Described, { config }: RouteOptions) {
  if (response) return response
  const type = produces?.[0] ?? (config?.isPage ? 'text/html' : 'application/json')
  return { 200: { description: 'Default Response', content: { [type]: { schema: {} } } } }
}

/** A file comes in a multipart form, and is bytes. */
function describeFiles(body: unknown) {
  const { properties = {}, ...rest } = (body ?? {}) as { properties?: Record<string, object> }
  const fields = Object.entries(properties)
  if (!fields.some(([name]) => takesFile(body, name))) return {}
  const described = fields.map(([name, field]) => [
    name,
    takesFile(body, name) ? { type: 'string', format: 'binary' } : field,
  ])
  return { consumes: ['multipart/form-data'], body: { ...rest, properties: Object.fromEntries(described) } }
}

export function accessInWords({ rule }: Access) {
  if (!rule.token) return 'Needs no token.'
  const wanted = [
    rule.scope && `scope \`${rule.scope}\``,
    rule.permission && `permission \`${rule.permission}\``,
    rule.right && `right ${rule.right}`,
  ].filter(Boolean)
  return wanted.length > 0 ? `Needs ${wanted.join(', ')}.` : 'Needs a token.'
}

/** A right is one in a project, whose records may be in the trash. */
function errorCodes(schema: FastifySchema, { rule }: Access, { method }: RouteOptions) {
  const isChange = method !== 'GET'
  return [
    ...(schema.body ? [400, 413, 415] : []),
    ...(rule.token ? [401] : []),
    ...(rule.scope || rule.permission || rule.right || (rule.token && isChange) ? [403] : []),
    ...(schema.params ? [404] : []),
    ...(isChange ? [409] : []),
    ...(rule.right ? [410] : []),
    ...(schema.body || schema.params || schema.querystring ? [422] : []),
    429,
    500,
    ...(rule.token ? [503] : []),
  ]
}

const reasons: Record<number, string> = {
  400: 'The request is malformed',
  401: 'The token is absent, expired, revoked or not right',
  403: 'Scope, permission or project rights forbid it',
  404: 'Not found',
  409: 'It conflicts with what is there already, or with its state',
  410: 'It was there and has been removed',
  413: 'The body is too large',
  415: 'The body has a type that is not read here',
  422: 'Some fields are not right: `details.errors` maps each to its messages',
  429: 'Too many requests: see `Retry-After`',
  500: 'Something went wrong on our side',
  503: 'Something that the service needs does not answer: see `Retry-After`',
}

function errorReply(code: number) {
  const error = {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', const: code },
      message: { type: 'string' },
      details: { type: 'object', additionalProperties: true },
    },
  }
  return { description: reasons[code], type: 'object', required: ['error'], properties: { error } }
}
