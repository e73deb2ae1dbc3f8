import { detectFormat } from '@atrium/tasks/imports/formats/formats'
import {
  type AnyFormat,
  FileNotRead,
  type FormatPlan,
  type ImportTarget,
} from '@atrium/tasks/imports/plan/import-format'
import { summarizePlan } from '@atrium/tasks/imports/plan/plan-summary'
import type { OpenedFile, WorkerAnswer, WorkerRequest } from './file-reader.ts'
import { sha256 } from './sha256.ts'

// Reads and plans in a worker, so that the page stays responsive with large files.

const TASKS_PER_MESSAGE = 250

interface Opened {
  format: AnyFormat
  content: unknown
}

/** One worker reads one file. */
function answerRequests() {
  let opened: Opened | undefined
  let plan: FormatPlan | undefined
  self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
    try {
      if (data.kind === 'open') {
        const { file, ...read } = await open(data.file, data.target)
        opened = read
        answer({ kind: 'opened', file })
      }
      if (data.kind === 'plan' && opened) {
        plan = opened.format.plan(opened.content, data.options)
        answer({ kind: 'planned', summary: summarizePlan(plan) })
      }
      if (data.kind === 'tasks' && plan) sendTasks(plan)
    } catch (error) {
      answer({ kind: 'failed', problem: error instanceof FileNotRead ? error.problem : 'unreadable' })
    }
  }
}

async function open(file: File, target: ImportTarget): Promise<Opened & { file: OpenedFile }> {
  const bytes = await file.arrayBuffer()
  const hash = await digest(bytes)
  const format = detectFormat({ name: file.name, bytes })
  const content = format.read({ name: file.name, bytes })
  return {
    format,
    content,
    file: {
      format: format.id,
      hash,
      name: format.nameOf(content) || file.name.replace(/\.\w+$/, ''),
      shown: format.show(content),
      defaults: format.defaults(content, target),
    },
  }
}

/** In chunks, so that the page can render in between. */
function sendTasks({ tasks, remarks }: FormatPlan) {
  for (let from = 0; from < tasks.length; from += TASKS_PER_MESSAGE) {
    answer({ kind: 'tasks', planned: { tasks: tasks.slice(from, from + TASKS_PER_MESSAGE), remarks: [] } })
  }
  answer({ kind: 'tasks', planned: { tasks: [], remarks } })
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
