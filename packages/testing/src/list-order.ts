import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: { properties?: object } }> }>
}

/** Every list of the API description refuses an order that it does not know. */
export async function checkListOrders(app: FastifyInstance, description: string, authorization: string) {
  const { paths } = (await app.inject(description)).json() as { paths: Record<string, { get?: Operation }> }
  const lists = Object.entries(paths).filter(([, { get }]) => isList(get))
  assert.ok(lists.length > 10, 'there are lists')
  for (const [path] of lists) {
    const url = `${path.replace(/\{\w+\}/g, '1')}?orderBy=nonsense`
    const response = await app.inject({ url, headers: { authorization } })
    assert.equal(response.statusCode, 422, `${url} ${response.body}`)
    assert.deepEqual(Object.keys(response.json().error.details.errors), ['orderBy'], url)
  }
}

function isList(operation: Operation | undefined) {
  const schema = operation?.responses['200']?.content?.['application/json']?.schema
  return '_meta' in (schema?.properties ?? {})
}
