import { detectFormat } from '@atrium/tasks/imports/formats/formats'
import { type AnyFormat, FileNotRead, type ImportTarget } from '@atrium/tasks/imports/plan/import-format'
import { summarizePlan } from '@atrium/tasks/imports/plan/plan-summary'
import type { OpenedFile, WorkerAnswer, WorkerRequest } from './file-reader.ts'

// Reads and plans in a worker, so that the page stays responsive with large files.

interface Opened {
  format: AnyFormat
  content: unknown
}

/** One worker reads one file. */
function answerRequests() {
  let opened: Opened | undefined
  self.onmessage = async ({ data }: MessageEvent<WorkerRequest>) => {
    try {
      if (data.kind === 'open') {
        const { file, ...read } = await open(data.file, data.target)
        opened = read
        answer({ kind: 'opened', file })
      }
      if (data.kind === 'plan' && opened) {
        answer({ kind: 'planned', summary: summarizePlan(opened.format.plan(opened.content, data.options)) })
      }
    } catch (error) {
      answer({ kind: 'failed', problem: error instanceof FileNotRead ? error.problem : 'unreadable' })
    }
  }
}

async function open(file: File, target: ImportTarget): Promise<Opened & { file: OpenedFile }> {
  const bytes = await file.arrayBuffer()
  const format = detectFormat({ name: file.name, bytes })
  const content = format.read({ name: file.name, bytes })
  return {
    format,
    content,
    file: {
      format: format.id,
      name: format.nameOf(content) || file.name.replace(/\.\w+$/, ''),
      shown: format.show(content),
      defaults: format.defaults(content, target),
    },
  }
}

function answer(message: WorkerAnswer) {
  self.postMessage(message)
}

answerRequests()
