import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import type { ChangeStore } from './change-queue.ts'
import { type Answer, basedOn, type QueuedChange, queueLimits } from './queued-change.ts'

interface ChangeStores extends DBSchema {
  /** Whose changes these are; one record. Without it, nothing is read or written. */
  owner: { key: 'owner'; value: number }
  /** Keeps the order in which they were added. */
  changes: { key: number; value: QueuedChange; indexes: { id: string } }
}

const NAME = 'atrium-changes'
const VERSION = 1
const both = ['owner', 'changes'] as ('owner' | 'changes')[]

/**
 * The changes of the user in this browser. Those of another user are deleted here, before anything is read; afterwards every
 * access compares the owner again in its own transaction, because another tab may have signed someone else in.
 */
export async function openStoredChanges(userId: number): Promise<ChangeStore> {
  const db = await open()
  const claim = db.transaction(both, 'readwrite')
  if ((await claim.objectStore('owner').get('owner')) !== userId) {
    void claim.objectStore('changes').clear()
    void claim.objectStore('owner').put(userId, 'owner')
  }
  await claim.done

  /** Runs the work on the changes if they are still the user's. */
  async function inOwn<Result>(work: (changes: Changes) => Promise<Result>, foreign: Result) {
    const tx = db.transaction(both, 'readwrite')
    const isOwn = (await tx.objectStore('owner').get('owner')) === userId
    const result = isOwn ? await work(tx.objectStore('changes')) : foreign
    await tx.done
    return result
  }

  const keyOf = (changes: Changes, id: string) => changes.index('id').getKey(id)

  return {
    isLasting: true,

    add: change =>
      inOwn(async changes => {
        const count = await changes.count()
        const isLarge = JSON.stringify(change).length > queueLimits.bytes / queueLimits.changes
        if (count >= queueLimits.changes || (isLarge && (await bytesOf(changes)) > queueLimits.bytes))
          return 'full'
        await changes.add(change)
        return 'stored'
      }, 'foreign'),

    list: () => inOwn(changes => changes.getAll(), []),

    replace: change =>
      inOwn(async changes => {
        const key = await keyOf(changes, change.id)
        if (key !== undefined) await changes.put(change, key)
        return key !== undefined
      }, false),

    remove: id =>
      inOwn<void>(async changes => {
        const key = await keyOf(changes, id)
        if (key !== undefined) await changes.delete(key)
      }, undefined),

    settle: (change, answer, now) =>
      inOwn<void>(async changes => {
        for (let at = await changes.openCursor(); at; at = await at.continue()) {
          const next = settled(at.value, change, answer, now)
          if (!next) await at.delete()
          else if (next !== at.value) await at.update(next)
        }
      }, undefined),
  }
}

type Changes = IDBPObjectStore<ChangeStores, ('owner' | 'changes')[], 'changes', 'readwrite'>

async function bytesOf(changes: Changes) {
  return JSON.stringify(await changes.getAll()).length
}

/** What becomes of a stored change when another one, or this one, is answered; undefined: it goes. */
export function settled(stored: QueuedChange, change: QueuedChange, answer: Answer, now: number) {
  if (stored.id === change.id) return { ...stored, answered: { answer, at: now } }
  if (stored.answered) return now - stored.answered.at > ANSWERED_MS ? undefined : stored
  return basedOn(stored, change, answer)
}

const ANSWERED_MS = 60_000

/** For browsers and installations that keep nothing: the changes last as long as the page. */
export function createPageStore(): ChangeStore {
  let changes: QueuedChange[] = []
  const isThere = (id: string) => changes.some(change => change.id === id)
  return {
    isLasting: false,
    add: async change => {
      changes = [...changes, change]
      return 'stored'
    },
    list: async () => changes,
    replace: async change => {
      const wasThere = isThere(change.id)
      changes = changes.map(other => (other.id === change.id ? change : other))
      return wasThere
    },
    remove: async id => {
      changes = changes.filter(change => change.id !== id)
    },
    settle: async (change, answer, now) => {
      changes = changes.flatMap(stored => settled(stored, change, answer, now) ?? [])
    },
  }
}

/** After a sign-out, no change of anyone is left in this browser. */
export async function deleteStoredChanges() {
  const db = await open()
  const tx = db.transaction(both, 'readwrite')
  for (const store of both) void tx.objectStore(store).clear()
  await tx.done
  db.close()
}

function open(): Promise<IDBPDatabase<ChangeStores>> {
  return openDB<ChangeStores>(NAME, VERSION, {
    upgrade: db => {
      db.createObjectStore('owner')
      db.createObjectStore('changes', { autoIncrement: true }).createIndex('id', 'id', { unique: true })
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}
