import { hasStatus } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { PlannedTask, PlanSummary } from '../files/import-plan.ts'
import type { Directory } from './directory.ts'
import {
  createProgressKeeper,
  forgetProgress,
  type ImportProgress,
  savedProgress,
} from './import-progress.ts'
import { createImportControl, type ImportControl, ImportStopped } from './import-requests.ts'
import { runImport } from './run-import.ts'

export interface StartedImport {
  /** Under which its progress is kept. */
  key: string
  projectId: number
  directory: Directory
  plan: PlanSummary
  tasks: PlannedTask[]
  boardId: number | undefined
  boardName: string
}

export type RunState = 'running' | 'paused' | 'stopped' | 'failed' | 'done'

const DRAW_EVERY_MS = 100

/** Starts immediately. Leaving the page stops it, and its progress is kept. */
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
    const { projectId, directory, plan, tasks, boardName } = started
    const boardId = now.boardId ?? started.boardId
    const { columns, stickers } = plan
    const isFinished = (index: number) => finished.has(index)
    keep(now, true)
    runImport(
      { runId: now.runId, projectId, directory, boardId, boardName, columns, stickers, tasks, isFinished },
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
