import { test } from 'node:test'
import { sharedServices } from '../both-services.ts'
import { checkRoundTrips } from './round-trips.ts'

const services = await sharedServices()

test('whatever is done in many projects, their exports come back', () => checkRoundTrips(services, 60))
