import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoint } from '@atrium/core/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brandDocument } from '../pages/brand-style.ts'
import { type Access, open } from '../routes/access.ts'
import { NotFound, Unavailable } from '../routes/errors.ts'
import { addRoute } from '../routes/route.ts'
import type { App } from './create-app.ts'

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

const MANIFEST = 'manifest.webmanifest'
const toSignIn = { 302: 'To the sign-in page, if the browser is not signed in' }
const notModified = { 304: 'The cached file is still current' }

interface WebApplication {
  /** Without a trailing slash, such as `/app`. */
  path: string
  folder: URL
  /** Who can open its pages. Its files are public. */
  access?: Access
  /** More paths with pages below them, each with its access rule. */
  areas?: Record<string, Access>
  /** Answers a visit instead of the application, if it returns a reply. */
  beforePage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
}

/** Serves a built single-page application: its files, and the page itself for every other path below it. */
export async function serveWebApplication(
  app: App,
  { path, folder, access = open, areas = {}, beforePage }: WebApplication,
) {
  const root = fileURLToPath(folder)
  const sendApplicationPage = (request: FastifyRequest, reply: FastifyReply) =>
    beforePage?.(request, reply) ?? sendApplication(reply, root)
  await app.register(fastifyStatic, { root, serve: false, cacheControl: false, preCompressed: true })

  for (const [area, areaAccess] of Object.entries({ [path]: access, ...areas })) {
    const statuses = areaAccess.rule.token ? toSignIn : {}
    const page = { tag: 'Pages', access: areaAccess.rule, isPage: true } as const
    const openArea = endpoint(`open${inName(area)}`, `GET ${area}`, {
      ...page,
      summary: `Open ${area}`,
      description: `The page of the web application at \`${area}\`.`,
      statuses,
    })
    addRoute(app, openArea, areaAccess, ({ request, reply }) => sendApplicationPage(request, reply))
    const openBelow = endpoint(`openBelow${inName(area)}`, `GET ${area}/*`, {
      ...page,
      summary: `Open a page below ${area}`,
      description: `Every path below \`${area}\` returns the same page, and its script shows what the path names. A path of a built file returns that file.`,
      statuses: { ...statuses, ...notModified },
      errors: ['application_file_not_found'],
    })
    addRoute(app, openBelow, areaAccess, async ({ request, reply }) => {
      const file = (request.params as { '*': string })['*']
      if (area !== path || !(await isFileIn(root, file))) return sendApplicationPage(request, reply)
      return file === MANIFEST ? sendManifest(reply, root) : sendNamedFile(reply, file)
    })
  }

  const file = {
    tag: 'Pages',
    access: open.rule,
    statuses: notModified,
    errors: ['application_file_not_found'],
  } as const

  // Public, so that a page gets its colors even if the session ends while it loads.
  const getColorScheme = endpoint(`get${inName(path)}ColorScheme`, `GET ${path}/color-scheme.js`, {
    ...file,
    summary: `Get the color scheme script of ${path}`,
    description: 'Applies the light or dark color scheme before the page is drawn.',
    produces: ['text/javascript'],
  })
  addRoute(app, getColorScheme, open, ({ reply }) => sendNamedFile(reply, 'color-scheme.js'))

  // Vite names files by their content: such a file never changes.
  const getAsset = endpoint(`get${inName(path)}Asset`, `GET ${path}/assets/*`, {
    ...file,
    summary: `Get a built file of ${path}`,
    description: 'Scripts, styles and fonts, named by their content and cacheable forever.',
    produces: ['application/octet-stream'],
  })
  addRoute(app, getAsset, open, async ({ request, reply }) => {
    const asset = `assets/${(request.params as { '*': string })['*']}`
    if (!(await isFileIn(root, asset))) throw new NotFound('application_file_not_found')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return sendFile(reply, asset)
  })
}

/** Turns `/app` into `App`. */
function inName(path: string) {
  return path.charAt(1).toUpperCase() + path.slice(2)
}

async function isFileIn(root: string, file: string) {
  const path = join(root, file)
  const isPlain = file.includes('.') && normalize(file) === file && path.startsWith(root)
  if (!isPlain) return false
  return stat(path).then(
    found => found.isFile(),
    () => false,
  )
}

function sendFile(reply: FastifyReply, file: string) {
  // A service worker is bound by the policy that its own file came with.
  return reply.header('content-security-policy', policy).sendFile(file)
}

/** A file whose name stays when its content changes. */
function sendNamedFile(reply: FastifyReply, file: string) {
  return sendFile(reply.header('cache-control', 'no-cache'), file)
}

async function sendApplication(reply: FastifyReply, root: string) {
  const document = await readFile(join(root, 'index.html'), 'utf8').catch(() => {
    throw new Unavailable('web_application_not_built', { retryAfter: 60 })
  })
  const { languages, branding } = reply.request.server
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyWith(inlineScripts(document)))
    .send(
      brandDocument(document, branding()).replace('<html', `<html data-languages="${languages.join(' ')}"`),
    )
}

/** The name under which devices install the application. */
async function sendManifest(reply: FastifyReply, root: string) {
  const { name, accentColor } = reply.request.server.branding()
  const manifest = JSON.parse(await readFile(join(root, MANIFEST), 'utf8'))
  const { theme_color = undefined } = accentColor === null ? manifest : { theme_color: accentColor }
  return reply
    .type('application/manifest+json')
    .header('cache-control', 'no-cache')
    .send({ ...manifest, name, short_name: name, theme_color })
}

function inlineScripts(document: string) {
  return Array.from(document.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script = '']) => script)
}

/** Scripts in the page itself are allowed by their hash, so that no other one can run. */
function policyWith(scripts: string[]) {
  const hashes = scripts.map(script => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return policy.replace("script-src 'self'", `script-src 'self'${hashes.join('')}`)
}
