import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { release } from './release-version.ts'

const usage = `npm run release [-- VERSION --arch x64,arm64 --out dist/release --sign]

  Builds the committed sources: an archive for each architecture that contains Node, PostgreSQL, the production
  dependencies and the built applications; an SBOM; and the checksums of all files.

  With a VERSION such as 0.3.0, it commits the version and its changelog first, and tags the commit once everything is
  built (--sign signs the tag). The next commit starts the version after it. It pushes nothing.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    arch: { type: 'string', default: 'x64,arm64' },
    out: { type: 'string', default: 'dist/release' },
    sign: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
try {
  if (values.help) process.stdout.write(`${usage}\n`)
  else await run()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

function run() {
  const [version, ...others] = positionals
  if (others.length > 0) throw new Error(usage)
  const buildArchives = () => build(values.arch.split(','), resolve(values.out))
  if (!version) return buildArchives()
  const root = fileURLToPath(new URL('../../', import.meta.url))
  return release({ root, version, today: new Date(), isSigned: values.sign, build: buildArchives })
}
