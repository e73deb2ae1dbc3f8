import { type Part, printFailures, runParts } from './run-parts.ts'

/**
 * Type checks keep their state, so that the next one takes a fraction of the time. They use one thread each: several
 * would compute most types once per thread.
 */
const keepState = '--singleThreaded --incremental --tsBuildInfoFile node_modules/.cache/types'
const checks: Record<string, string> = {
  'types of the services': `tsc ${keepState}/services.json`,
  'types of the web application': `tsc -p apps/web ${keepState}/web.json`,
  'formatting and lint': 'biome check --error-on-warnings',
  'dead code': 'knip --no-config-hints',
  'types of the admin application': `tsc -p apps/admin ${keepState}/admin.json`,
  'types of the client': `tsc -p packages/client ${keepState}/client.json`,
  'types of the shared components': `tsc -p packages/ui ${keepState}/ui.json`,
}

const parts = Object.entries(checks).map(
  ([name, command]): Part => ({ name, command, output: 'if it fails' }),
)
printFailures(await runParts(parts, { atOnce: 2 }))
