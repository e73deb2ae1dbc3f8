import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import type { Contract } from '@atrium/core/contract'
import { codeOf, DomainError, mapFields, ValidationFailed } from '@atrium/core/errors'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export const testOrigin = { language: 'en', address: '127.0.0.1', userAgent: 'test' } as const

interface Outcome {
  status: number
  body: unknown
}

/** Runs the operation of a request without HTTP; undefined if it exists over HTTP only. */
export async function callOutcome(
  { operations }: Pick<FastifyInstance, 'operations'>,
  actor: unknown,
  { method, path, url, body }: { method: string; path: string; url: string; body?: unknown },
): Promise<Outcome | undefined> {
  const found = [...operations.values()].find(
    ({ contract }) => contract.method === method && contract.path === path,
  )
  if (!found?.call) return undefined
  try {
    return { status: 200, body: await found.call(actor, inputOf(found.contract, url, body), testOrigin) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const codes = error instanceof ValidationFailed && { codes: mapFields(error.fields, codeOf) }
    const details = { reason: error.code, ...error.params, ...codes }
    return { status: error.statusCode, body: JSON.parse(JSON.stringify(details)) }
  }
}

/** What programs read in a response, without the sentences for people. */
export function outcomeOf(response: LightMyRequestResponse): Outcome {
  const { statusCode: status } = response
  if (status < 400) return { status, body: response.json() }
  const { kind: _kind, errors: _sentences, ...body } = response.json().error.details
  return { status, body }
}

/** The parts of a request as a program passes them: what is in the address is text there, too. */
function inputOf({ path }: Contract, url: string, body: unknown) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const values = pathname.split('/')
  const params = path
    .split('/')
    .flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(values[at] ?? '')]] : [],
    )
  return { params: Object.fromEntries(params), query: Object.fromEntries(searchParams), body }
}

/** Checks that a service does not call its own operations: a command calls commands. */
export function checkCallsInside(sources: URL) {
  const callers = globSync('**/*.ts', { cwd: sources })
    .filter(file => !file.startsWith('mcp/'))
    .filter(file => /\boperationOf\(|\boperations\.get\(/.test(readFileSync(new URL(file, sources), 'utf8')))
  assert.deepEqual(callers, [])
}
