import type { Remark, SkippedItem } from '../files/import-plan.ts'

/** What of one file is in the project already, kept in this browser so that an import can go on. */
export interface ImportProgress {
  runId: string
  total: number
  boardId?: number
  results: ItemResult[]
}

const SAVE_EVERY_MS = 1000

export function progressKey(projectId: number, fileHash: string, options: object) {
  return `atrium.import.${projectId}.${fileHash}.${JSON.stringify(options)}`
}

type SavedProgress = Omit<ImportProgress, 'results'> & { results: Omit<ItemResult, 'title'>[] }

export function savedProgress(key: string): SavedProgress | undefined {
  const text = localStorage.getItem(key)
  return text ? (JSON.parse(text) as SavedProgress) : undefined
}

export function forgetProgress(key: string) {
  localStorage.removeItem(key)
}

/** Once a second is enough: the server recognises what was created since by its key. */
export function createProgressKeeper(key: string) {
  let savedAt = 0
  return (progress: ImportProgress, isLast = false) => {
    if (!isLast && Date.now() - savedAt < SAVE_EVERY_MS) return
    savedAt = Date.now()
    // The titles are in the file, and other users of this browser should not see them.
    const results = progress.results.map(({ title: _, ...result }) => result)
    try {
      localStorage.setItem(key, JSON.stringify({ ...progress, results }))
    } catch {
      // Storage is full: the import continues, and its keys prevent duplicates within a day.
    }
  }
}

/** What became of one item of the file. */
export interface ItemResult {
  /** Its place among the planned tasks; -1 was never one. */
  index: number
  title: string
  taskId?: number
  /** Why there is no task of it: our own reason, or what the server said. */
  reason?: SkippedItem['reason'] | 'refused'
  message?: string
  remarks: Remark[]
}
