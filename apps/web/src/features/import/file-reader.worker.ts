import Papa from 'papaparse'
import { type CsvOptions, planCsv } from './csv.ts'
import type { FileProblem, OpenedFile, WorkerAnswer, WorkerRequest } from './file-reader.ts'
import { FileNotText, fileText } from './file-text.ts'
import type { ImportPlan, PlanSummary } from './import-plan.ts'
import { planTrello, type TrelloOptions } from './trello.ts'
import { readTrelloBoard, type TrelloBoard } from './trello-board.ts'

// Reads and plans away from the page, which stays at hand whatever the size of the file.

const SAMPLE_ROWS = 5
const TASKS_PER_MESSAGE = 250

let board: TrelloBoard | undefined
let rows: string[][] = []
let plan: ImportPlan | undefined

self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    if (data.kind === 'open') answer({ kind: 'opened', file: await open(data.file) })
    if (data.kind === 'plan') answer({ kind: 'planned', summary: summarise(planWith(data.options)) })
    if (data.kind === 'tasks') sendTasks()
  } catch (error) {
    const isKnown = error instanceof Problem || error instanceof FileNotText
    answer({ kind: 'failed', problem: isKnown ? error.problem : 'unreadable' })
  }
}

class Problem extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

async function open(file: File): Promise<OpenedFile> {
  const content = await file.arrayBuffer()
  const hash = await digest(content)
  const text = fileText(content)
  if (!text.trim()) throw new Problem('empty')
  if (/^\uFEFF?\s*[{[]/.test(text.slice(0, 100))) {
    board = trelloBoard(text)
    return { format: 'trello', hash, name: board.name || file.name }
  }
  const [headers = [], ...rest] = csvRows(text)
  if (headers.length === 0 || rest.length === 0) throw new Problem('empty')
  rows = rest
  return {
    format: 'csv',
    hash,
    name: file.name.replace(/\.\w+$/, ''),
    headers,
    sample: rest.slice(0, SAMPLE_ROWS),
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

function planWith(options: TrelloOptions | CsvOptions) {
  if ('mapping' in options) plan = planCsv(rows, options)
  else if (board) plan = planTrello(board, options)
  else throw new Problem('unreadable')
  return plan
}

function summarise({ tasks, ...rest }: ImportPlan): PlanSummary {
  const byColumn = Map.groupBy(tasks, ({ column }) => column)
  return {
    ...rest,
    taskCount: tasks.length,
    commentCount: tasks.reduce((sum, { comments }) => sum + comments.length, 0),
    checklistCount: tasks.reduce((sum, { checklist }) => sum + checklist.length, 0),
    tasksByColumn: Object.fromEntries([...byColumn].map(([column, of]) => [column, of.length])),
    firstTasks: tasks.slice(0, SAMPLE_ROWS),
  }
}

/** Piece by piece: the page draws in between. */
function sendTasks() {
  const tasks = plan?.tasks ?? []
  for (let from = 0; from < tasks.length; from += TASKS_PER_MESSAGE) {
    answer({ kind: 'tasks', tasks: tasks.slice(from, from + TASKS_PER_MESSAGE) })
  }
  answer({ kind: 'sent' })
}

async function digest(content: ArrayBuffer) {
  // A page that came by plain HTTP has no digests; then its size must do to know a file again.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return `size-${content.byteLength}`
  const bytes = new Uint8Array(await subtle.digest('SHA-256', content))
  return [...bytes.slice(0, 16)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

function answer(message: WorkerAnswer) {
  self.postMessage(message)
}
