import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { mark } from '../pages/page.ts'
import type { Access } from '../routes/access.ts'
import { describeBody, describeFields } from './openapi-requests.ts'
import { describeResponses, errorSchemas, type SessionDescription } from './openapi-responses.ts'

export interface ApiDescription extends SessionDescription {
  title: string
  description: string
  version: string
  serverUrl: string
  /** Cookies that authenticate a request, each on its own. */
  sessionCookies: string[]
  /** Further ways to authenticate, which single routes name in `config.openapi.security`. */
  securitySchemes?: Record<string, SecurityScheme>
  /** The chapters, in reading order, each with a sentence about what it contains. */
  tags: Record<string, string>
}

type SecurityScheme =
  | { type: 'apiKey'; in: 'cookie' | 'query'; name: string; description: string }
  | { type: 'http'; scheme: string; description: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route reads or sets without a schema that validates it; for the API description only. */
    openapi?: {
      querystring?: TSchema
      headers?: TSchema
      body?: TSchema
      security?: Record<string, string[]>[]
      /** Statuses without a body, such as redirects. */
      statuses?: Record<number, string>
      /** The cookies that a success sets. */
      setCookie?: string
    }
  }
}

/** The conventions of every service, for the start of its description. */
export const conventions = `Request bodies can be JSON, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`; fields that an operation does not know are an error. A record is returned as \`{ "item": … }\`, a list as \`{ "items": […], "_meta": { "total", "page", "limit", "pages" } }\`, an error as \`{ "error": { "code", "message", "details" } }\`, where \`code\` is the HTTP status. Messages are English or Russian, by \`Accept-Language\`, and can change: rely on \`details.reason\`, the code of the error, which each operation lists by status. \`details.kind\` groups them: \`entity-not-found\`, \`entity-already-exists\`, \`validation\`, \`forbidden\`, \`conflict\` and so on. The parameters of the message are in \`details\` too. With 422, \`details.errors\` has the messages and \`details.codes\` the codes for each field. Every response has an \`X-Request-Id\`. A path with a method that it does not support answers 405 with \`Allow\`.

Authenticate with \`Authorization: Bearer …\` or with a session cookie. A change that is authenticated by a cookie must come from an allowed origin (403).`

const DOCUMENTATION_PATH = '/docs/apidoc'
// The plugin's own policy allows other origins, and upgrades the page's files to https even where there is none.
const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Generated from the schemas that validate and the rules that are enforced, so that it matches the code. */
export async function describeApi(app: FastifyInstance, api: ApiDescription) {
  const { title, description, version, serverUrl, sessionCookies, securitySchemes, tags } = api
  const cookies = sessionCookies.map(name => [name, { type: 'apiKey' as const, in: 'cookie', name }])
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, description, version },
      servers: [{ url: serverUrl }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token of the identity service.',
          },
          ...Object.fromEntries(cookies),
          ...securitySchemes,
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: describeOperation(schema ?? {}, route, api),
      url: withNamedWildcard(url),
    }),
    transformObject: document => complete('openapiObject' in document ? document.openapiObject : {}),
  })
  await app.register(swaggerUi, {
    routePrefix: DOCUMENTATION_PATH,
    staticCSP: PAGE_POLICY,
    logo: { type: 'image/svg+xml', content: Buffer.from(mark.text) },
    theme: { title },
    uiConfig: { displayRequestDuration: true, filter: true },
  })
}

/** A route's address as the description's `paths` have it. */
export function pathInDescription(url: string) {
  return withNamedWildcard(url).replace(/:(\w+)/g, '{$1}')
}

function withNamedWildcard(url: string) {
  return url.replace('*', ':path')
}

function describeOperation(schema: FastifySchema, route: RouteOptions, api: ApiDescription) {
  const { access, openapi = {} } = route.config ?? {}
  if (!access) return { ...schema, hide: true }
  const { querystring = schema.querystring, headers, body = schema.body } = openapi
  const params = route.url.includes('*') ? wildcardParams : schema.params
  return {
    ...schema,
    querystring: describeFields(querystring),
    params: describeFields(params),
    headers: describeFields(headers),
    body: body && describeBody(body),
    description: [schema.description, !openapi.security && accessInWords(access)]
      .filter(Boolean)
      .join('\n\n'),
    response: describeResponses(schema, access, route, api),
    ...(access.rule.token && {
      security: [{ bearer: [] }, ...api.sessionCookies.map(name => ({ [name]: [] }))],
    }),
    ...(openapi.security && { security: openapi.security }),
  }
}

const wildcardParams = {
  type: 'object',
  required: ['path'],
  properties: { path: { type: 'string', description: 'The rest of the path, with its slashes' } },
}

type Content = Record<string, { schema?: { required?: string[]; $ref?: string } }>

interface Document {
  components?: { schemas?: object }
  paths?: Record<string, Record<string, Operation>>
}

interface Operation {
  requestBody?: { required?: boolean; content?: Content }
  responses?: Record<string, { content?: Content }>
}

/** What the plugin cannot express: a body without required fields is optional, and all errors share a schema. */
function complete<T extends object>(document: T) {
  const { paths = {}, components } = document as Document
  for (const { requestBody, responses = {} } of Object.values(paths).flatMap(item => Object.values(item))) {
    if (requestBody) {
      const contents = Object.values(requestBody.content ?? {})
      requestBody.required = contents.some(({ schema }) => (schema?.required ?? []).length > 0)
    }
    for (const [code, { content }] of Object.entries(responses)) {
      const json = content?.['application/json']
      if (Number(code) >= 400 && json) json.schema = { $ref: `#/components/schemas/${nameOf(json.schema)}` }
    }
  }
  if (components) components.schemas = { ...components.schemas, ...errorSchemas }
  return document
}

function nameOf(schema: object | undefined) {
  return schema && 'description' in schema ? 'OAuthError' : 'Error'
}

export function accessInWords({ rule }: Access) {
  if (!rule.token) return 'No access token required.'
  const required = [
    rule.scope && `the scope \`${rule.scope}\``,
    rule.permission && `the permission ${rule.permission.replace(/[\w.]+\.[\w.]+/g, '`$&`')}`,
    rule.right && `the project right \`${rule.right}\`${rule.role ? ` (role ${rule.role} or higher)` : ''}`,
  ].filter(Boolean)
  return required.length > 0 ? `Requires ${required.join(' and ')}.` : 'Requires an access token.'
}
