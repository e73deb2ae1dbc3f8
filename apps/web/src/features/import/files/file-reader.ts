import type { CsvOptions } from './csv.ts'
import type { PlannedTask, PlanSummary } from './import-plan.ts'
import type { TrelloOptions } from './trello.ts'

export type FileProblem = 'empty' | 'notText' | 'notUtf8' | 'notJson' | 'notTrello' | 'unreadable'

export type OpenedFile =
  | { format: 'trello'; hash: string; name: string }
  | { format: 'csv'; hash: string; name: string; headers: string[]; sample: string[][] }

export type WorkerRequest =
  | { kind: 'open'; file: File }
  | { kind: 'plan'; options: TrelloOptions | CsvOptions }
  | { kind: 'tasks' }

export type WorkerAnswer =
  | { kind: 'opened'; file: OpenedFile }
  | { kind: 'planned'; summary: PlanSummary }
  | { kind: 'tasks'; tasks: PlannedTask[] }
  | { kind: 'sent' }
  | { kind: 'failed'; problem: FileProblem }

export class FileNotRead extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

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
    open: (file: File) =>
      ask({ kind: 'open', file }, answer => (answer.kind === 'opened' ? answer.file : undefined)),
    plan: (options: TrelloOptions | CsvOptions) =>
      ask({ kind: 'plan', options }, answer => (answer.kind === 'planned' ? answer.summary : undefined)),
    tasks: () => {
      const all: PlannedTask[] = []
      return ask({ kind: 'tasks' }, answer => {
        if (answer.kind === 'tasks') for (const task of answer.tasks) all.push(task)
        return answer.kind === 'sent' ? all : undefined
      })
    },
    close: () => worker.terminate(),
  }
}

export type FileReader = ReturnType<typeof createFileReader>
