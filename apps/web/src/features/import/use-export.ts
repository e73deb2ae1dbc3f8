import type { Project } from '@atrium/tasks/projects/project.contract'
import { saveFile } from '@atrium/ui/save-file'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prioritiesQuery } from '../../data/tasks.ts'
import { tasksCsv } from './export-csv.ts'
import { type ExportFormat, exportLists, exportProject } from './export-project.ts'

/** Begins at once, and is given up when the component goes. */
export function useExport(project: Project, format: ExportFormat, onSaved: () => void) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setIsFailed] = useState(false)
  const latest = useRef({ project, onSaved })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt begins again.
  useEffect(() => {
    const work = new AbortController()
    setIsFailed(false)
    const { project: exported, onSaved: saved } = latest.current
    const content =
      format === 'json'
        ? exportProject(exported, (done, total) => setProgress({ done, total }), work.signal).then(all =>
            JSON.stringify(all, null, 2),
          )
        : Promise.all([exportLists(exported.id, work.signal), queryClient.fetchQuery(prioritiesQuery)]).then(
            ([lists, { items }]) => tasksCsv(lists, items),
          )
    content.then(
      text => {
        if (work.signal.aborted) return
        saveFile(`${fileName(exported.name)}.${format}`, text, types[format])
        saved()
      },
      () => work.signal.aborted || setIsFailed(true),
    )
    return () => work.abort()
  }, [format, attempt, queryClient])

  return { ...progress, isFailed, retry: () => setAttempt(attempt + 1) }
}

const types = { json: 'application/json', csv: 'text/csv;charset=utf-8' }

function fileName(name: string) {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|-+$/g, '') || 'project'
}
