import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { Access } from './access.ts'
import { mark } from './mark.ts'
import { describeErrors } from './openapi-errors.ts'
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
  return {
    ...schema,
    ...describeFiles(schema.body),
    description: [schema.description, accessInWords(access)].filter(Boolean).join('\n\n'),
    response: { ...successOf(schema, route), ...describeErrors(schema, access, route) },
    ...(access.rule.token && { security: [{ bearer: [] }, { cookie: [] }] }),
  }
}

/** What is no JSON has no schema, but a type. */
function successOf({ response, produces }: Described, { config }: RouteOptions) {
  if (response && !produces) return response
  const type = produces?.[0] ?? (config?.isPage ? 'text/html' : 'application/json')
  const content = { [type]: { schema: {} } }
  return { 200: { description: 'Default Response', content }, ...(response as object) }
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
