import { hasStatus } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PlannedTask, PlanSummary } from '../files/import-plan.ts'
import type { Directory } from './directory.ts'
import { createImportControl, type ImportControl, ImportStopped } from './import-requests.ts'
import { type ItemResult, runImport } from './run-import.ts'

export interface StartedImport {
  /** Its progress is saved under this key. */
  key: string
  projectId: number
  directory: Directory
  plan: PlanSummary
  tasks: PlannedTask[]
  boardId: number | undefined
  boardName: string
  doneColumn: string | undefined
  createsOptions: boolean
}

export type RunState = 'running' | 'paused' | 'stopped' | 'failed' | 'done'

const DRAW_EVERY_MS = 100

/** Starts immediately. Leaving the page stops it; its progress is saved. */
export function useImportRun(started: StartedImport) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<RunState>('running')
  const [isWaiting, setIsWaiting] = useState(false)
  const [isSignedOut, setIsSignedOut] = useState(false)
  const [progress, setProgress] = useState<ImportProgress>(() => firstProgress(started))
  const control = useRef<ImportControl>(null)

  useEffect(() => {
    const current = createImportControl(setIsWaiting)
    control.current = current
    const keep = createProgressKeeper(started.key)
    const now = firstProgress(started)
    let drawnAt = 0
    const draw = (isLast = false) => {
      keep(now, isLast)
      if (!isLast && Date.now() - drawnAt < DRAW_EVERY_MS) return
      drawnAt = Date.now()
      setProgress({ ...now, results: [...now.results] })
    }
    const finished = new Set(now.results.map(({ index }) => index))
    const { projectId, directory, plan, tasks, boardName, doneColumn, createsOptions } = started
    const boardId = now.boardId ?? started.boardId
    const { columns, stickers, fieldWords } = plan
    const isFinished = (index: number) => finished.has(index)
    keep(now, true)
    runImport(
      {
        runId: now.runId,
        projectId,
        directory,
        boardId,
        boardName,
        columns,
        doneColumn,
        stickers,
        fieldWords,
        createsOptions,
        tasks,
        isFinished,
      },
      current,
      {
        onBoard: id => {
          now.boardId = id
          draw()
        },
        onResult: result => {
          now.results.push(result)
          draw()
        },
      },
    ).then(
      () => {
        draw(true)
        forgetProgress(started.key)
        setState('done')
      },
      error => {
        draw(true)
        setIsSignedOut(hasStatus(error, 401))
        setState(error instanceof ImportStopped ? 'stopped' : 'failed')
      },
    )
    return () => {
      current.stop()
      void queryClient.invalidateQueries({ queryKey: ['project', projectId] })
      void queryClient.invalidateQueries({ queryKey: ['board'] })
    }
  }, [started, queryClient])

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

function firstProgress({ key, tasks }: StartedImport): ImportProgress {
  const saved = savedProgress(key)
  if (!saved) return { runId: randomId(), total: tasks.length, results: [] }
  const complete = saved.results.filter(({ remarks }) => !remarks.includes('unfinished'))
  const results = complete.map(result => ({ ...result, title: tasks[result.index]?.title ?? '' }))
  return { ...saved, results }
}

/** What has been imported from a file, saved in this browser so that the import can be resumed. */
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

/** Once a second is enough: the server recognizes repeated requests by their keys. */
function createProgressKeeper(key: string) {
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
