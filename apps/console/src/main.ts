#!/usr/bin/env node
import { runProgram } from '@atrium/core/bundle'

await runProgram('console', () => import('./start.ts'))
