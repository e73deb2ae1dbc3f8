import {
  FileNotRead,
  type FileProblem,
  type FormatPlan,
  type ImportTarget,
} from '@atrium/tasks/imports/plan/import-format'
import type { PlanSummary } from '@atrium/tasks/imports/plan/plan-summary'

/** A file as its format sees it. */
export interface OpenedFile {
  format: string
  hash: string
  name: string
  /** What the form of the format's options shows of it. */
  shown: unknown
  defaults: object
}

/** The tasks of a plan, and what they lose. */
export type PlannedTasks = Pick<FormatPlan, 'tasks' | 'remarks'>

export type WorkerRequest =
  | { kind: 'open'; file: File; target: ImportTarget }
  | { kind: 'plan'; options: object }
  | { kind: 'tasks' }

export type WorkerAnswer =
  | { kind: 'opened'; file: OpenedFile }
  | { kind: 'planned'; summary: PlanSummary }
  | { kind: 'tasks'; planned: PlannedTasks }
  | { kind: 'sent' }
  | { kind: 'failed'; problem: FileProblem }

/** A file that a worker reads; it handles one request at a time. */
export function createFileReader() {
  const worker = new Worker(new URL('./file-reader.worker.ts', import.meta.url), { type: 'module' })
  let turn: Promise<unknown> = Promise.resolve()

  const ask = <Result>(request: WorkerRequest, until: (answer: WorkerAnswer) => Result | undefined) => {
    const asked = turn.then(
      () =>
        new Promise<Result>((resolve, reject) => {
          worker.onerror = () => reject(new FileNotRead('unreadable'))
          worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
            if (data.kind === 'failed') return reject(new FileNotRead(data.problem))
            const result = until(data)
            if (result !== undefined) resolve(result)
          }
          worker.postMessage(request)
        }),
    )
    turn = asked.catch(() => {})
    return asked
  }

  return {
    open: (file: File, target: ImportTarget) =>
      ask({ kind: 'open', file, target }, answer => (answer.kind === 'opened' ? answer.file : undefined)),
    plan: (options: object) =>
      ask({ kind: 'plan', options }, answer => (answer.kind === 'planned' ? answer.summary : undefined)),
    /** Returns the tasks of the latest plan. */
    tasks: () => {
      const all: PlannedTasks = { tasks: [], remarks: [] }
      return ask({ kind: 'tasks' }, answer => {
        if (answer.kind === 'sent') return all
        if (answer.kind !== 'tasks') return undefined
        for (const task of answer.planned.tasks) all.tasks.push(task)
        for (const remark of answer.planned.remarks) all.remarks.push(remark)
      })
    },
    close: () => worker.terminate(),
  }
}

export type FileReader = ReturnType<typeof createFileReader>
