import { type Branding, getBranding, getLogo } from '@atrium/core/branding.contract'
import { endpoint, open } from '@atrium/core/contract'
import type { FastifyInstance } from 'fastify'
import { BRAND_STYLE_PATH, brandStyle } from '../pages/brand-style.ts'
import { NotFound } from '../routes/errors.ts'
import { addRoute } from '../routes/route.ts'
import type { NoticeReader } from './notices.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How the installation presents itself, as this process knows it. */
    branding: () => Branding
  }
}

export interface Logo {
  type: string
  content: Buffer
}

export type ReadLogo = () => Promise<Logo | undefined>

const YEAR_SECONDS = 31_536_000

const getBrandStyle = endpoint('getBrandStyle', `GET ${BRAND_STYLE_PATH}`, {
  tag: 'Pages',
  summary: 'Get the colors of the branding',
  description: 'The style sheet with the accent color of the installation, for the pages of the service.',
  access: open,
  produces: ['text/css'],
})

/** Answers `GET /branding`, and serves the logo and the colors. */
export function serveBranding(app: FastifyInstance, notices: NoticeReader, readLogo: ReadLogo) {
  addRoute(app, getBranding, { rule: open }, () => ({ item: app.branding() }))

  const findLogo = keepLogo(readLogo)
  addRoute(app, getLogo, { rule: open }, async ({ request, reply }) => {
    const { logo: digest } = notices.current().branding
    const logo = digest === null ? undefined : await findLogo(digest)
    if (!logo) throw new NotFound('logo_not_found')
    const etag = `"${digest}"`
    // An address without the digest, or with an old one, must not keep the picture for ever.
    const isCurrent = request.url.endsWith(`?${digest}`)
    reply
      .header('etag', etag)
      .header('cache-control', isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(logo.type).send(logo.content)
  })

  addRoute(app, getBrandStyle, { rule: open }, ({ request, reply }) => {
    const { accentColor } = app.branding()
    const isCurrent = accentColor !== null && request.url.endsWith(`?${accentColor.slice(1)}`)
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      .send(accentColor === null ? '' : brandStyle(accentColor))
  })
}

/** Keeps the current picture in memory: it is part of every page. */
function keepLogo(read: ReadLogo) {
  let kept: { digest: string; logo: Logo } | undefined
  return async (digest: string) => {
    if (kept?.digest === digest) return kept.logo
    const logo = await read()
    if (logo) kept = { digest, logo }
    return logo
  }
}
