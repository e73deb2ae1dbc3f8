import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Access } from './access.ts'
import { open } from './access.ts'
import type { App } from './create-app.ts'
import { EntityNotFound, Unavailable } from './errors.ts'

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

interface WebApplication {
  /** Without a slash at its end, as `/app`. */
  path: string
  folder: URL
  access?: Access
}

/** Serves a built single-page application: its files, and for every other address below it the page itself. */
export async function serveWebApplication(app: App, { path, folder, access = open }: WebApplication) {
  const root = fileURLToPath(folder)
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, preCompressed: true })
  const page = { config: { access, isPage: true }, schema: { hide: true } }

  app.get(path, page, (_request, reply) => sendApplication(reply, root))
  app.get(`${path}/*`, page, (request, reply) => {
    const file = (request.params as { '*': string })['*']
    const isFile = file.includes('.') && join(root, file).startsWith(root) && existsSync(join(root, file))
    // Vite names what it builds by its content: such a file never changes, and one of an older build has gone.
    const isImmutable = file.startsWith('assets/')
    if (!isFile && isImmutable) throw new EntityNotFound('This file of the application')
    if (!isFile) return sendApplication(reply, root)
    reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    // A service worker is bound by the policy that its own file came with.
    reply.header('content-security-policy', policy)
    return reply.sendFile(file)
  })
}

async function sendApplication(reply: FastifyReply, root: string) {
  const document = await readFile(join(root, 'index.html'), 'utf8').catch(() => {
    throw new Unavailable('The web application is not built yet; run `npm run build`', 60)
  })
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .send(document)
}
