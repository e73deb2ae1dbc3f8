import assert from 'node:assert/strict'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'

interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  responses: Record<string, { description: string }>
}

interface Document {
  [field: string]: unknown
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** Words that the style guide replaces. */
const BANNED =
  /\b(whoever|somebody|everybody|nobody|anew|letters?|told|tells? of|take[ns]? (away|off)|not right|may not|all the same|by itself|mend|stumbled|fault|dear)\b/i
const ACCESS_SENTENCE = /\n\n(Requires [^\n]*|No access token required\.)$/
const MAX_SUMMARY_LENGTH = 60
/** On every operation: an unexpected error, an unavailable database. */
const COMMON_STATUSES = ['500', '503']

/** Checks a service's OpenAPI document against the OpenAPI 3.1 schema and the style guide. */
export async function checkApiDescription(document: Document) {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors, null, 2))

  const operations = operationsOf(document)
  const problems = [
    ...operations.flatMap(({ name, operation }) =>
      problemsOf(operation).map(problem => `${name}: ${problem}`),
    ),
    ...repeated(operations, ({ operation }) => operation.summary),
    ...repeated(operations, ({ operation }) => operation.description?.replace(ACCESS_SENTENCE, '')),
  ]
  assert.deepEqual(problems, [])

  const banned = textsIn(document).filter(text => BANNED.test(text))
  assert.deepEqual(banned, [], 'these descriptions do not follow the style guide')

  const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? []))
  assert.deepEqual(document.tags.map(({ name }) => name).sort(), [...used].sort())
}

type Named = { name: string; operation: Operation }

function operationsOf({ paths }: Document): Named[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
}

function problemsOf({ summary = '', description = '', tags = [], responses }: Operation) {
  const own = description.replace(ACCESS_SENTENCE, '')
  const undescribed = Object.entries(responses).filter(
    ([, { description }]) => description === 'Default Response',
  )
  const missing = COMMON_STATUSES.filter(code => !responses[code])
  return [
    !/^[A-Z][a-z]+( \S+)+$/.test(summary) && `its summary "${summary}" is not a phrase`,
    /[.!]$/.test(summary) && 'its summary ends with punctuation',
    summary.length > MAX_SUMMARY_LENGTH && 'its summary is too long',
    !/^[A-Z].*[.:)`|]$/s.test(own) && `its description "${own}" is not a sentence`,
    tags.length !== 1 && 'it must have exactly one tag',
    undescribed.length > 0 && `it has no description for ${undescribed.map(([code]) => code)}`,
    missing.length > 0 && `it lacks ${missing}`,
  ].filter(problem => typeof problem === 'string')
}

function repeated(operations: Named[], textOf: (named: Named) => string | undefined) {
  const names = Map.groupBy(operations, textOf)
  return [...names]
    .filter(([, those]) => those.length > 1)
    .map(([text, those]) => `"${text}" is used by ${those.map(({ name }) => name).join(', ')}`)
}

/** Every summary and description, including those of fields and parameters. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const isText = (key === 'description' || key === 'summary') && typeof inner === 'string'
    return isText ? [inner] : textsIn(inner)
  })
}

interface ReadOperation {
  responses: Record<string, { content?: Record<string, { schema?: { properties?: object } }> }>
}

/** Checks that every list in the API description has `_meta`, honours `limit` and refuses an unknown order. */
export async function checkLists(app: FastifyInstance, description: string, authorization: string) {
  const { paths } = (await app.inject(description)).json() as {
    paths: Record<string, { get?: ReadOperation }>
  }
  const lists = Object.entries(paths).filter(([, { get }]) => isList(get))
  assert.ok(lists.length > 10, 'there are lists')
  const withoutMeta = lists.filter(([, { get }]) => !('_meta' in propertiesOf(get)))
  assert.deepEqual(withoutMeta, [])
  let answered = 0
  for (const [path] of lists) {
    const address = path.replace(/\{\w+\}/g, '1')
    const limited = await app.inject({ url: `${address}?limit=1`, headers: { authorization } })
    if (limited.statusCode === 200) {
      answered += 1
      const { items, _meta } = limited.json()
      assert.ok(items.length <= 1 && _meta.limit === 1 && _meta.pages === _meta.total, address)
    }
    const url = `${address}?orderBy=nonsense`
    const response = await app.inject({ url, headers: { authorization } })
    assert.equal(response.statusCode, 422, `${url} ${response.body}`)
    assert.ok('orderBy' in response.json().error.details.errors, url)
  }
  assert.ok(answered > 5, 'lists were read')
}

function isList(operation: ReadOperation | undefined) {
  return 'items' in propertiesOf(operation)
}

function propertiesOf(operation: ReadOperation | undefined) {
  return operation?.responses['200']?.content?.['application/json']?.schema?.properties ?? {}
}
