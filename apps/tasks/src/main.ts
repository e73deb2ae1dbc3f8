import { runProgram } from '@atrium/core/bundle'

await runProgram('tasks', () => import('./start.ts'))
