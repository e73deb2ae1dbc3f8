import type { FastifySchema, RouteOptions } from 'fastify'
import type { Access } from './access.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Codes of refusals that neither its rule nor its schema tells, for the API description. */
    refuses?: number[]
    /** Whether it refuses with the body of RFC 6749 §5.2. */
    hasOAuthErrors?: boolean
  }
}

/** What may go wrong with an operation, as far as its rule, its schema and its method tell, and what it says itself. */
export function describeErrors(schema: FastifySchema, access: Access, route: RouteOptions) {
  const { hasOAuthErrors = false } = route.config ?? {}
  const codes = hasOAuthErrors ? [400, 401, 413, 415, 429, 500] : errorCodes(schema, access, route)
  return Object.fromEntries(
    codes.map(code => {
      const schema = hasOAuthErrors && code < 500 ? oauthError : commonError(code)
      return [code, { description: reasons[code], content: { 'application/json': { schema } } }]
    }),
  )
}

function errorCodes(schema: FastifySchema, access: Access, { method, config }: RouteOptions) {
  return [
    ...codesOfSchema(schema, String(method)),
    ...codesOfRule(access, method !== 'GET'),
    ...(config?.changesState ? [403] : []),
    ...(config?.rateLimit === false ? [] : [429]),
    500,
    ...(config?.refuses ?? []),
  ]
}

/** A body is read wherever one may come, declared or not. */
function codesOfSchema({ body, params, querystring }: FastifySchema, method: string) {
  const readsBody = body || ['POST', 'PUT', 'PATCH'].includes(method)
  return [
    ...(readsBody ? [400, 413, 415] : []),
    ...(querystring ? [400] : []),
    ...(params ? [404] : []),
    ...(body || params || querystring ? [422] : []),
  ]
}

/** A right is one in a project, whose records may be in the trash. */
function codesOfRule({ rule }: Access, isChange: boolean) {
  if (!rule.token) return []
  return [
    401,
    ...(rule.scope || rule.permission || rule.right || isChange ? [403] : []),
    ...(isChange ? [409] : []),
    ...(rule.right ? [410] : []),
    503,
  ]
}

const reasons: Record<number, string> = {
  400: 'The request is malformed',
  401: 'Token, cookie or credentials are absent, expired, revoked or not right',
  403: 'Scope, permission, project rights or the origin of the request forbid it',
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

function commonError(code: number) {
  const error = {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', const: code },
      message: { type: 'string' },
      details: { type: 'object', additionalProperties: true },
    },
  }
  return { type: 'object', required: ['error'], properties: { error } }
}

const oauthError = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}
