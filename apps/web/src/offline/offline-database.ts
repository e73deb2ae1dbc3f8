import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { beyondLimits, type KeptAnswer } from './kept-queries.ts'

/** Changes when the stores below do; what they contain has `shape`. */
const VERSION = 1

interface OfflineStores extends DBSchema {
  /** Whose data this is; one record. Without it, nothing is read or written. */
  owner: { key: 'owner'; value: { userId: number; shape: string } }
  /** Answers of the server as JSON, by the hash of their query. */
  answers: { key: string; value: { json: string; updatedAt: number } }
  /** What is known about each answer, to choose what goes without reading the answers. */
  kept: { key: string; value: KeptAnswer }
}

type Stores = ('owner' | 'answers' | 'kept')[]
const all = ['owner', 'answers', 'kept'] as const satisfies Stores

export interface NewAnswer extends Omit<KeptAnswer, 'bytes'> {
  json: string
  updatedAt: number
}

export type OfflineDatabase = Awaited<ReturnType<typeof openOfflineDatabase>>

/**
 * What this browser keeps of the user. Data of another user, or of a build that understands answers differently, is deleted
 * here before anything is read. Afterwards every access checks the owner again in its own transaction: another tab may
 * have emptied the database, or signed someone else in.
 */
export async function openOfflineDatabase(userId: number, shape: string) {
  const db = await open()
  const claim = db.transaction(all, 'readwrite')
  const owner = await claim.objectStore('owner').get('owner')
  if (owner?.userId !== userId || owner.shape !== shape) {
    for (const store of all) void claim.objectStore(store).clear()
    void claim.objectStore('owner').put({ userId, shape }, 'owner')
  }
  await claim.done

  const isOwn = (found: { userId: number } | undefined) => found?.userId === userId

  return {
    read: async (hashes: string[]) => {
      const tx = db.transaction(['owner', 'answers'])
      const answers = tx.objectStore('answers')
      const [found, ...texts] = await Promise.all([
        tx.objectStore('owner').get('owner'),
        ...hashes.map(hash => answers.get(hash)),
      ])
      return isOwn(found) ? texts : hashes.map(() => undefined)
    },

    write: async (written: NewAnswer[], now: number) => {
      const tx = db.transaction(all, 'readwrite')
      if (!isOwn(await tx.objectStore('owner').get('owner'))) return tx.done
      for (const { json, updatedAt, ...answer } of written) {
        void tx.objectStore('answers').put({ json, updatedAt }, answer.hash)
        void tx.objectStore('kept').put({ ...answer, bytes: json.length }, answer.hash)
      }
      const kept = await tx.objectStore('kept').getAll()
      for (const hash of beyondLimits(kept, now)) {
        void tx.objectStore('answers').delete(hash)
        void tx.objectStore('kept').delete(hash)
      }
      return tx.done
    },

    remove: async (isGone: (answer: KeptAnswer, kept: KeptAnswer[]) => boolean) => {
      const tx = db.transaction(all, 'readwrite')
      if (!isOwn(await tx.objectStore('owner').get('owner'))) return tx.done
      const kept = await tx.objectStore('kept').getAll()
      for (const answer of kept.filter(answer => isGone(answer, kept))) {
        void tx.objectStore('answers').delete(answer.hash)
        void tx.objectStore('kept').delete(answer.hash)
      }
      return tx.done
    },

    close: () => db.close(),
  }
}

/** Nobody's data is left in this browser. */
export async function emptyOfflineDatabase() {
  const db = await open()
  const tx = db.transaction(all, 'readwrite')
  for (const store of all) void tx.objectStore(store).clear()
  await tx.done
  db.close()
}

function open(): Promise<IDBPDatabase<OfflineStores>> {
  return openDB<OfflineStores>('atrium', VERSION, {
    upgrade: db => {
      for (const store of all) if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
    },
    // A newer build in another tab: it deletes or takes over what is stored.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
