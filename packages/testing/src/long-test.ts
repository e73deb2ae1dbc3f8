import { test } from 'node:test'

/**
 * A test that takes seconds: it ends or starts services, fills tables, waits, or shows for every case what a quicker test
 * shows for one. `npm test` leaves it out; `npm run test:long` runs it, and so does naming its file.
 */
export const longTest = (process.env.LONG_TESTS ? test : async () => {}) as typeof test
