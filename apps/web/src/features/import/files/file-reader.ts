import { FileNotRead, type FileProblem, type ImportTarget } from '@atrium/tasks/imports/plan/import-format'
import type { ImportSourceId } from '@atrium/tasks/imports/plan/import-sources.contract'
import type { PlanSummary } from '@atrium/tasks/imports/plan/plan-summary'

/** A file as its format sees it. */
export interface OpenedFile {
  format: ImportSourceId
  name: string
  /** What the form of the format's options shows of it. */
  shown: unknown
  defaults: object
}

export type WorkerRequest =
  | { kind: 'open'; file: File; target: ImportTarget }
  | { kind: 'plan'; options: object }

export type WorkerAnswer =
  | { kind: 'opened'; file: OpenedFile }
  | { kind: 'planned'; summary: PlanSummary }
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
    close: () => worker.terminate(),
  }
}

export type FileReader = ReturnType<typeof createFileReader>
