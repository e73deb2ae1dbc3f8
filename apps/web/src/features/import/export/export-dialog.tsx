import type { Project } from '@atrium/tasks/projects/project.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { saveFile } from '@atrium/ui/files'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { prioritiesQuery } from '../../../data/planning/priorities.ts'
import {
  type ExportFormat,
  exportLists,
  exportProject,
  exportRepetitions,
  tasksCsv,
} from './export-project.ts'

interface ExportDialogProps {
  project: Project
  format: ExportFormat
  onClose: () => void
}

/** Open while the file is created; closing it stops the export. */
export function ExportDialog({ project, format, onClose }: ExportDialogProps) {
  const { t } = useTranslation()
  const { done, total, isFailed, retry } = useExport(project, format, onClose)
  return (
    <Dialog title={t('import.export.title')} isOpen onClose={onClose}>
      <Stack>
        <Text aria-live="polite">
          {isFailed ? t('import.export.failed') : t('import.export.text', { name: project.name })}
        </Text>
        <Progress
          value={total > 0 ? (100 * done) / total : 0}
          color={isFailed ? 'red' : undefined}
          animated={!isFailed}
          aria-label={t('import.export.title')}
        />
        {total > 0 && (
          <Text size="sm" c="dimmed">
            {t('import.export.progress', { done, total })}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          {isFailed && <Button onClick={retry}>{t('actions.retry')}</Button>}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Starts immediately and stops when the component unmounts. */
function useExport(project: Project, format: ExportFormat, onSaved: () => void) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setIsFailed] = useState(false)
  const latest = useRef({ project, onSaved })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts again.
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
            async ([lists, priorities]) =>
              tasksCsv(lists, priorities, await exportRepetitions(lists.tasks, work.signal)),
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
