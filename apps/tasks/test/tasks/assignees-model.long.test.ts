import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { checkAssignees } from './assignees-model.ts'

const services = await sharedServices()

test('the people of tasks follow a simple model in thousands of random orders', () =>
  checkAssignees(services, { numRuns: Number(process.env.MODEL_RUNS ?? 2000) }))
