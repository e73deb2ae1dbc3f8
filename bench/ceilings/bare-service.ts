import Fastify from 'fastify'
import pg from 'pg'
import { createSigner } from './signer.ts'

/** What the service does for each request, sent by the parent process. */
export interface BareAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: string
  statement?: BareStatement
  /** Whether each answer takes an RS256 signature. */
  signs?: boolean
}

export interface BareStatement {
  databaseUrl: string
  text: string
  /** Constant values, or the names of fields in the request's body. */
  values?: unknown[]
  fields?: string[]
}

/** The smallest service that could give the same answer: it reads the body, runs at most one statement and sends as many bytes. */
async function listen({ status, headers, body, statement, signs }: BareAnswer) {
  const app = Fastify()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
  const run = statement && prepare(statement)
  const sign = signs ? createSigner() : undefined
  app.all('/*', async (request, reply) => {
    const text = run ? await run(request.body as Record<string, unknown> | undefined) : undefined
    if (sign) await sign()
    reply.code(status).headers(headers)
    return text ? text.slice(0, body.length).padEnd(body.length) : body
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** With as many connections as a service of Atrium has. */
function prepare({ databaseUrl, text, values, fields = [] }: BareStatement) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  return async (body: Record<string, unknown> = {}) => {
    const { rows } = await pool.query({
      name: 'only',
      text,
      values: values ?? fields.map(field => body[field]),
    })
    return rows[0].body as string | undefined
  }
}

process.once('message', async answer => {
  process.send?.(await listen(answer as BareAnswer))
})
process.once('disconnect', () => process.exit(0))
