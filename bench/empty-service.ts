import Fastify from 'fastify'

/** The smallest possible service: one route with one field. */
const app = Fastify()
const schema = { response: { 200: { type: 'object', properties: { status: { type: 'string' } } } } }
app.get('/', { schema }, async () => ({ status: 'ok' }))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.(url)
process.once('disconnect', () => process.exit(0))
