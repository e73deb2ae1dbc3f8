import type { Remark, SkippedItem } from './import-plan.ts'

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
