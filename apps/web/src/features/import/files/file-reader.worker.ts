import Papa from 'papaparse'
import { type CsvOptions, planCsv } from './csv.ts'
import type { FileProblem, OpenedFile, WorkerAnswer, WorkerRequest } from './file-reader.ts'
import { FileNotText, fileText, type ImportPlan, type PlannedTask, summarizePlan } from './import-plan.ts'
import { sha256 } from './sha256.ts'
import { planTrello, readTrelloBoard, type TrelloBoard, type TrelloOptions } from './trello.ts'

// Reads and plans in a worker, so that the page stays responsive with large files.

const SAMPLE_ROWS = 5
const TASKS_PER_MESSAGE = 250

type Content = { board: TrelloBoard } | { rows: string[][] }

/** One worker reads one file. */
function answerRequests() {
  let content: Content | undefined
  let plan: ImportPlan | undefined
  self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
    try {
      if (data.kind === 'open') {
        const opened = await open(data.file)
        content = opened.content
        answer({ kind: 'opened', file: opened.file })
      }
      if (data.kind === 'plan') {
        plan = planOf(content, data.options)
        answer({ kind: 'planned', summary: summarizePlan(plan) })
      }
      if (data.kind === 'tasks') sendTasks(plan?.tasks ?? [])
    } catch (error) {
      const isKnown = error instanceof Problem || error instanceof FileNotText
      answer({ kind: 'failed', problem: isKnown ? error.problem : 'unreadable' })
    }
  }
}

class Problem extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

async function open(file: File): Promise<{ file: OpenedFile; content: Content }> {
  const bytes = await file.arrayBuffer()
  const hash = await digest(bytes)
  const text = fileText(bytes)
  if (!text.trim()) throw new Problem('empty')
  if (/^\uFEFF?\s*[{[]/.test(text.slice(0, 100))) {
    const board = trelloBoard(text)
    return { file: { format: 'trello', hash, name: board.name || file.name }, content: { board } }
  }
  const [headers = [], ...rows] = csvRows(text)
  if (headers.length === 0 || rows.length === 0) throw new Problem('empty')
  const name = file.name.replace(/\.\w+$/, '')
  return {
    file: { format: 'csv', hash, name, headers, sample: rows.slice(0, SAMPLE_ROWS) },
    content: { rows },
  }
}

function trelloBoard(text: string) {
  const read = readTrelloBoard(parseJson(text))
  if (!read) throw new Problem('notTrello')
  return read
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new Problem('notJson')
  }
}

function csvRows(text: string) {
  return Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data
}

function planOf(content: Content | undefined, options: TrelloOptions | CsvOptions) {
  if (content && 'rows' in content && 'mapping' in options) return planCsv(content.rows, options)
  if (content && 'board' in content && 'byline' in options) return planTrello(content.board, options)
  throw new Problem('unreadable')
}

/** In chunks, so that the page can render in between. */
function sendTasks(tasks: PlannedTask[]) {
  for (let from = 0; from < tasks.length; from += TASKS_PER_MESSAGE) {
    answer({ kind: 'tasks', tasks: tasks.slice(from, from + TASKS_PER_MESSAGE) })
  }
  answer({ kind: 'sent' })
}

/** Computes the same digest in every browser, so that an interrupted import continues only with its own file. */
async function digest(content: ArrayBuffer) {
  const subtle = crypto.subtle as SubtleCrypto | undefined
  const bytes = subtle ? new Uint8Array(await subtle.digest('SHA-256', content)) : sha256(content)
  return [...bytes.slice(0, 16)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

function answer(message: WorkerAnswer) {
  self.postMessage(message)
}

answerRequests()
