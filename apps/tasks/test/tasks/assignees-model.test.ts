import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { checkAssignees } from './assignees-model.ts'

const services = await sharedServices()

test('the people of tasks follow a simple model through bulk changes, undo, copies, recurrence and leaving members', () =>
  checkAssignees(services, { numRuns: 4, seed: 289 }))
