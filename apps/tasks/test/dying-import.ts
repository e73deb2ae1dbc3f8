import { createLogger } from '@atrium/core/logger'
import { createDeps } from '#compose.ts'
import { runImport } from '#imports/jobs/run-import.ts'
import { loadTasksSettings } from '#settings.ts'

/** A process that works on an import until its parent kills it. */
const [, , id = ''] = process.argv
await runImport(await createDeps(loadTasksSettings(process.env), createLogger('test', 'silent')), Number(id))
