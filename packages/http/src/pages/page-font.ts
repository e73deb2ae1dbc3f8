import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { endpoint, open } from '@atrium/core/contract'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '../routes/route.ts'

const { version } = JSON.parse(read('package.json').toString())

// What our pages are written in; other letters are shown in a font of the system.
const subsets = Object.entries({ latin: 'getLatinFont', cyrillic: 'getCyrillicFont' }).map(
  ([name, route]) => ({
    name,
    route,
    path: `/assets/inter-${name}.woff2`,
    content: read(`files/inter-${name}-wght-normal.woff2`),
  }),
)

/** The `@font-face` rules of Inter for the style sheet, whose folder the addresses are relative to. */
export const fontFaces = subsets.reduce(
  // The version in the address: what is behind it never changes.
  (css, { name }) => css.replace(`./files/inter-${name}-wght-normal.woff2`, `inter-${name}.woff2?${version}`),
  facesOf(subsets.map(({ name }) => name)),
)

function facesOf(names: string[]) {
  const faces = read('wght.css').toString().split('\n\n')
  return faces.filter(face => names.some(name => face.includes(`/inter-${name}-wght-`))).join('\n')
}

function read(path: string) {
  const require = createRequire(import.meta.url)
  return readFileSync(join(require.resolve('@fontsource-variable/inter/package.json'), '..', path))
}

export function servePageFonts(app: FastifyInstance) {
  for (const { name, route, path, content } of subsets) {
    const getFont = endpoint(route, `GET ${path}`, {
      tag: 'Pages',
      summary: `Get the font of the pages (${name})`,
      description: `The variable font Inter, its ${name} characters, cacheable forever.`,
      access: open,
      produces: ['font/woff2'],
    })
    addRoute(app, getFont, { rule: open }, ({ reply }) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(content),
    )
  }
}
