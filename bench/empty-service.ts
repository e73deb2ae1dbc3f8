import Fastify from 'fastify'

/** The least that a service can do: one route, one field, nothing else. */
const app = Fastify()
const schema = { response: { 200: { type: 'object', properties: { status: { type: 'string' } } } } }
app.get('/', { schema }, async () => ({ status: 'ok' }))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(url)
process.once('disconnect', () => process.exit(0))
