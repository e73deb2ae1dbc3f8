import type { Topic } from './live.contract.ts'
import type { Stream } from './stream.ts'

export type StreamRegistry = ReturnType<typeof createStreamRegistry>

/** The streams open on this instance, indexed by user and by topic. */
export function createStreamRegistry() {
  const byUser = new Map<number, Set<Stream>>()
  const byTopic = new Map<string, Set<Stream>>()
  const following = (kind: Topic['kind'], id: number) => byTopic.get(`${kind}:${id}`) ?? new Set<Stream>()

  function* all() {
    for (const own of byUser.values()) yield* own
  }

  return {
    all,
    ofUser: (id: number) => byUser.get(id) ?? new Set<Stream>(),
    ofBoard: (id: number) => following('board', id),
    /** Each stream once, even if it follows both the project and the board. */
    ofChange: (projectId: number, boards: number[]) =>
      new Set(
        [following('project', projectId), ...boards.map(id => following('board', id))].flatMap(found => [
          ...found,
        ]),
      ),
    add: (stream: Stream) => {
      byUser.set(stream.userId, (byUser.get(stream.userId) ?? new Set()).add(stream))
      for (const { kind, id } of stream.topics) byTopic.set(`${kind}:${id}`, following(kind, id).add(stream))
    },
    remove: (stream: Stream) => {
      drop(byUser, stream.userId, stream)
      for (const { kind, id } of stream.topics) drop(byTopic, `${kind}:${id}`, stream)
    },
  }
}

function drop<Key>(sets: Map<Key, Set<Stream>>, key: Key, stream: Stream) {
  const left = sets.get(key)
  left?.delete(stream)
  if (left?.size === 0) sets.delete(key)
}
