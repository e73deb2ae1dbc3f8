import { hasStatus } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import type { PlanSummary } from '@atrium/tasks/imports/plan/plan-summary'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PlannedTasks } from '../files/file-reader.ts'
import { createImportControl, type ImportControl, ImportStopped } from './import-requests.ts'
import { type ItemResult, runImport } from './run-import.ts'

export interface StartedImport {
  /** Its progress is saved under this key. */
  key: string
  /** The format of the file. */
  format: string
  projectId: number
  plan: PlanSummary
  planned: PlannedTasks
  boardId: number | undefined
  boardName: string
  doneColumn: string | undefined
  createsOptions: boolean
}

export type RunState = 'running' | 'paused' | 'stopped' | 'failed' | 'done'

interface ImportProgress {
  total: number
  boardId?: number
  results: ItemResult[]
}

/** Starts immediately. Leaving the page stops it; it can be resumed. */
export function useImportRun(started: StartedImport) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<RunState>('running')
  const [isWaiting, setIsWaiting] = useState(false)
  const [isSignedOut, setIsSignedOut] = useState(false)
  const total = started.planned.tasks.length
  const [progress, setProgress] = useState<ImportProgress>({ total, results: [] })
  const control = useRef<ImportControl>(null)

  useEffect(() => {
    const current = createImportControl(setIsWaiting)
    control.current = current
    const { key, format, projectId, ...run } = started
    const saved = savedProgress(key) ?? { source: `${format} ${randomId()}`, total, done: 0 }
    const now: ImportProgress = { total, results: [] }
    const draw = () => {
      // The server knows what it has: a resumed import sends all of it again, and nothing is added twice.
      saveProgress(key, { ...saved, done: Math.max(saved.done, now.results.length) })
      setProgress({ ...now, results: [...now.results] })
    }
    draw()
    runImport({ ...run, projectId, source: saved.source }, current, {
      onBoard: id => {
        now.boardId = id
      },
      onResults: results => {
        now.results.push(...results)
        draw()
      },
    }).then(
      () => {
        forgetProgress(key)
        setState('done')
      },
      error => {
        setIsSignedOut(hasStatus(error, 401))
        setState(error instanceof ImportStopped ? 'stopped' : 'failed')
      },
    )
    return () => {
      current.stop()
      void queryClient.invalidateQueries({ queryKey: ['project', projectId] })
      void queryClient.invalidateQueries({ queryKey: ['board'] })
    }
  }, [started, total, queryClient])

  return {
    state,
    isWaiting,
    isSignedOut,
    progress,
    pause: () => {
      control.current?.pause()
      setState('paused')
    },
    resume: () => {
      control.current?.resume()
      setState('running')
    },
    stop: () => control.current?.stop(),
  }
}

/** How far the import of a file has come, saved in this browser so that it can be resumed. */
interface SavedProgress {
  source: string
  total: number
  done: number
}

export function progressKey(projectId: number, fileHash: string, options: object) {
  return `atrium.import.${projectId}.${fileHash}.${JSON.stringify(options)}`
}

export function savedProgress(key: string): SavedProgress | undefined {
  const text = localStorage.getItem(key)
  const saved = text ? (JSON.parse(text) as Partial<SavedProgress>) : {}
  // An earlier release saved something else.
  return saved.source === undefined ? undefined : (saved as SavedProgress)
}

export function forgetProgress(key: string) {
  localStorage.removeItem(key)
}

function saveProgress(key: string, progress: SavedProgress) {
  try {
    localStorage.setItem(key, JSON.stringify(progress))
  } catch {
    // Storage is full: the import continues, but cannot be resumed.
  }
}
