import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedErrors } from '@atrium/core/shared.errors'
import { pathInDescription } from '@atrium/http/openapi/openapi'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runFolder } from './run-folder.ts'

interface RecordedResponse {
  /** `identity GET /users/{id}` */
  operation: string
  status: number
  /** The code of an error. */
  code?: string | undefined
  isDocumented: boolean
  count: number
  /** The first request with this response, without its query. */
  example: string
}

export type ResponseRecord = Map<string, RecordedResponse>
type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>

/** For a request that matches no operation: an unknown path, or a method that the path does not support. */
const STATUSES_WITHOUT_OPERATION = [400, 404, 405, 413, 415, 429, 503]
const DOCUMENTATION_PATH = '/docs/apidoc'

const recordOfProcess: ResponseRecord = new Map()
const descriptions = new Map<string, Paths>()

/** Records every status and error code that an operation returns; an undocumented one fails `npm run test:services`. */
export function recordResponses(service: string, app: FastifyInstance, record = recordOfProcess) {
  app.addHook('onResponse', async (request, reply) => {
    // A preflight is not an operation, and a client that disconnected got no status.
    if (request.method === 'OPTIONS' || !reply.raw.headersSent) return
    const { url } = request.routeOptions
    if (url?.startsWith(DOCUMENTATION_PATH)) return
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const operation = `${service} ${method} ${url ? pathInDescription(url) : '(unknown path)'}`
    const { statusCode: status, errorCode: code } = reply
    const key = keyOf({ operation, status, code })
    const seen = record.get(key)
    if (seen) {
      seen.count += 1
      return
    }
    const isDocumented =
      isInDescription(pathsOf(service, app, request.routeOptions), request, reply) &&
      isDeclared(status, code, request.routeOptions.config)
    const example = `${request.method} ${request.url.split('?')[0]}`
    record.set(key, { operation, status, code, isDocumented, count: 1, example })
  })
  if (record === recordOfProcess) writeAtExit()
}

function keyOf({ operation, status, code }: Pick<RecordedResponse, 'operation' | 'status' | 'code'>) {
  return [operation, status, code].filter(Boolean).join(' ')
}

/** A code of the route's contract or access rule, or one that every route can return. */
function isDeclared(status: number, code: string | undefined, { errors = {} }: FastifyContextConfig) {
  return code === undefined || code in sharedErrors || Boolean(errors[status]?.includes(code))
}

function isInDescription(
  paths: Paths,
  { method, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
) {
  const { url, config } = routeOptions
  if (!url || config.isMethodGuard) return STATUSES_WITHOUT_OPERATION.includes(statusCode)
  const operation = paths[pathInDescription(url)]?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  return operation?.responses[statusCode] !== undefined
}

/**
 * Instances with the same operations share a description: generating one takes longer than most tests. An instance with
 * routes that a test has added has its own.
 */
function pathsOf(service: string, app: FastifyInstance, { url }: FastifyRequest['routeOptions']) {
  const key = [service, ...app.operations.keys()].join(' ')
  const shared = descriptions.get(key)
  if (shared && (!url || pathInDescription(url) in shared)) return shared
  const paths = app.swagger().paths as Paths
  if (!shared) descriptions.set(key, paths)
  return paths
}

let isWritten = false

function writeAtExit() {
  if (isWritten) return
  isWritten = true
  process.once('exit', () => {
    const file = join(runFolder(), `responses-${process.pid}.json`)
    writeFileSync(file, JSON.stringify([...recordOfProcess.values()]))
  })
}

/** The undocumented responses of all processes of a run, one line each. */
export function undocumentedResponses(folder = runFolder()) {
  const merged: ResponseRecord = new Map()
  for (const file of globSync('responses-*.json', { cwd: folder })) {
    const responses: RecordedResponse[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const response of responses) {
      const key = keyOf(response)
      const seen = merged.get(key) ?? { ...response, count: 0 }
      const isDocumented = seen.isDocumented && response.isDocumented
      merged.set(key, { ...seen, isDocumented, count: seen.count + response.count })
    }
  }
  return undocumentedIn(merged)
}

export function undocumentedIn(record: ResponseRecord) {
  return [...record.values()]
    .filter(({ isDocumented }) => !isDocumented)
    .sort((a, b) => a.operation.localeCompare(b.operation, 'en') || a.status - b.status)
    .map(({ count, example, ...response }) => `${keyOf(response)} (${count}×, e.g. ${example})`)
}
