import { runProgram } from '@atrium/core/bundle'

await runProgram('identity', () => import('./start.ts'))
