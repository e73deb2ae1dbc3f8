import type { Deps } from '#deps.ts'
import { findLastActivityId } from '#projects/activity.queries.ts'
import { sendChange } from './deliver.ts'
import { changeText, resyncText } from './frames.ts'
import { findChangeIdsSince, listChanges } from './replay.queries.ts'
import { placeOf, type Stream } from './stream.ts'

const PAGE = 200

/** The changes since a place in the past, a page at a time; each call sends those that the calls before have not. */
export function createReplay(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  stream: Stream,
  since: number | undefined,
) {
  const sent = new Set<number>()
  let isOver = since === undefined || stream.topics.length === 0

  /** Whoever has to load everything again goes on from now: the place that was too old is not asked for a second time. */
  async function giveUp() {
    isOver = true
    stream.lastChangeId = await findLastActivityId(db)
    stream.send(resyncText, placeOf(stream))
  }

  return async (untilTaken?: () => Promise<void>) => {
    if (isOver) return
    const ids = await findChangeIdsSince(db, stream.topics, since as number, now())
    if (!ids) return giveUp()
    const missed = ids.filter(id => !sent.has(id))
    for (let at = 0; at < missed.length; at += PAGE) {
      const page = missed.slice(at, at + PAGE)
      for (const change of await listChanges(db, page)) {
        sendChange(stream, change.id, changeText(change))
        await untilTaken?.()
      }
      for (const id of page) sent.add(id)
    }
  }
}
