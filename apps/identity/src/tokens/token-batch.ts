import { batch } from '@atrium/database/batch'

/** As long as a few signatures take: under load, that many more tokens share a statement. */
const GATHER_MS = 10

/** For statements about tokens that are issued at the same time. */
export function tokenBatch<Row, Result = void>(work: (rows: Row[]) => Promise<Result[] | undefined>) {
  return batch(work, GATHER_MS)
}
