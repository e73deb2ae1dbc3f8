import type { FastifySchema, RouteOptions } from 'fastify'
import type { Access } from '../routes/access.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Error statuses that follow neither from the route's rule nor from its schema, for the API description. */
    refuses?: number[]
    /** Whether its errors have the body of RFC 6749 §5.2. */
    hasOAuthErrors?: boolean
  }
}

type Described = FastifySchema & {
  produces?: readonly string[]
  response?: { 200?: { description?: string } }
}

export interface SessionDescription {
  /** The cookies that an operation sets when it refreshes an expired session. */
  refreshedCookies?: string
}

/** Every status of an operation: from its schema, its access rule and the error codes of its contract. */
export function describeResponses(
  schema: FastifySchema,
  access: Access,
  route: RouteOptions,
  { refreshedCookies }: SessionDescription,
) {
  const setCookie = route.config?.openapi?.setCookie ?? (access.rule.token ? refreshedCookies : undefined)
  const successes = describeSuccesses(schema as Described, route, setCookie)
  return { ...successes, ...describeErrors(schema, access, route) }
}

function describeSuccesses(
  { response = {}, produces }: Described,
  { config }: RouteOptions,
  setCookie?: string,
) {
  const headers = setCookie && { headers: { 'Set-Cookie': { type: 'string', description: setCookie } } }
  const types = produces ?? (config?.isPage ? ['text/html'] : [])
  const { 200: schema } = response
  const json =
    schema || (!produces && types.length === 0) ? { 'application/json': { schema: schema ?? {} } } : {}
  const others = Object.fromEntries(types.map(type => [type, { schema: textOrBytes(type) }]))
  const bodiless = Object.entries(config?.openapi?.statuses ?? {}).map(([status, description]) => [
    status,
    { type: 'null', description, ...headers },
  ])
  const content = { ...json, ...others }
  const success = { description: schema?.description ?? 'Success', ...headers, content }
  return { ...(Object.keys(content).length > 0 && { 200: success }), ...Object.fromEntries(bodiless) }
}

function textOrBytes(type: string) {
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function describeErrors(schema: FastifySchema, access: Access, route: RouteOptions) {
  const { hasOAuthErrors = false, isPage = false } = route.config ?? {}
  const statuses = hasOAuthErrors ? [400, 401, 413, 415, 429, 500, 503] : errorStatuses(schema, access, route)
  const page = isPage && { 'text/html': { schema: { type: 'string' } } }
  return Object.fromEntries(
    statuses.map(status => {
      const schema = hasOAuthErrors && status < 500 ? errorSchemas.OAuthError : errorSchemas.Error
      return [
        status,
        {
          description: [reasons[status], codesOf(route, status)].filter(Boolean).join(': '),
          ...headersOf(status),
          content: { 'application/json': { schema }, ...page },
        },
      ]
    }),
  )
}

/** The values that `details.reason` can have. */
function codesOf({ config }: RouteOptions, status: number) {
  return config?.errors?.[status]?.map(code => `\`${code}\``).join(', ')
}

function errorStatuses(schema: FastifySchema, access: Access, { method, config }: RouteOptions) {
  const statuses = [
    ...statusesOfSchema(schema, String(method)),
    ...statusesOfRule(access, method !== 'GET'),
    ...(config?.changesState ? [403] : []),
    ...(config?.rateLimit === false ? [] : [429]),
    500,
    503,
    ...(config?.refuses ?? []),
    ...Object.keys(config?.errors ?? {}).map(Number),
  ]
  return [...new Set(statuses)].sort((a, b) => a - b)
}

/** A body is read wherever one can be sent, declared or not. */
function statusesOfSchema({ body, params, querystring }: FastifySchema, method: string) {
  return [
    ...(method === 'GET' ? [] : [400, 413, 415]),
    ...(querystring ? [400] : []),
    ...(params ? [404] : []),
    ...(body || params || querystring ? [422] : []),
  ]
}

/** A right is one in a project, whose records can be in the trash. */
function statusesOfRule({ rule }: Access, isChange: boolean) {
  if (!rule.token) return []
  return [
    401,
    ...(rule.scope || rule.permission || rule.right || isChange ? [403] : []),
    ...(isChange ? [409] : []),
    ...(rule.right ? [410] : []),
  ]
}

const reasons: Record<number, string> = {
  400: 'The request is malformed',
  401: 'The token, cookie or credentials are missing, invalid, expired or revoked',
  403: 'The scope, permission, project role or origin of the request does not allow this',
  404: 'Not found',
  405: 'The method is not supported here (see `Allow`)',
  409: 'Conflicts with existing data or with the current state',
  410: 'Existed, but has been deleted, used or expired',
  413: 'The body is too large',
  415: 'The content type is not supported',
  422: 'Some fields are invalid (see `details.errors` and `details.codes`)',
  429: 'Too many requests (see `Retry-After`)',
  500: 'Internal error',
  503: 'A dependency of the service is unavailable or the service is overloaded (see `Retry-After`)',
}

function headersOf(status: number) {
  if (status === 401) return { headers: { 'WWW-Authenticate': { type: 'string' } } }
  if (status === 429 || status === 503)
    return { headers: { 'Retry-After': { type: 'integer', description: 'In seconds' } } }
  return {}
}

const textsByField = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
} as const

/** What every error response refers to. */
export const errorSchemas = {
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'integer', description: 'The HTTP status' },
          message: { type: 'string', description: 'For people, in the language of the request' },
          details: {
            type: 'object',
            additionalProperties: true,
            description: 'For programs: the code of the error and its parameters',
            properties: {
              reason: {
                type: 'string',
                description: 'The code of the error, such as `validation_failed`; stable, unlike the message',
              },
              kind: {
                type: 'string',
                description:
                  'What such errors have in common, such as `entity-not-found`, `entity-already-exists`, `validation` or `forbidden`',
              },
              errors: {
                ...textsByField,
                description: 'Only with 422: the messages for each field, in the language of the request',
              },
              codes: {
                ...textsByField,
                description: 'Only with 422: the codes for each field, in the order of `errors`',
              },
            },
          },
        },
      },
    },
  },
  OAuthError: {
    type: 'object',
    description: 'RFC 6749 §5.2',
    required: ['error'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  },
} as const
