import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { ErrorState } from '@atrium/ui/error-state'
import { Button, Card, Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CsvMappingForm } from './csv-mapping-form.tsx'
import type { Directory } from './directory.ts'
import type { FileReader, OpenedFile } from './file-reader.ts'
import { firstOptions, type ImportOptions, usePlanOptions } from './import-options.ts'
import { forgetProgress, progressKey, savedProgress } from './import-progress.ts'
import { PlanPreview } from './plan-preview.tsx'
import { ResumeNotice } from './resume-notice.tsx'
import { TargetBoard } from './target-board.tsx'
import { TrelloOptionsForm } from './trello-options-form.tsx'
import type { StartedImport } from './use-import-run.ts'

interface PrepareImportProps {
  projectId: number
  boards: ListedBoard[]
  directory: Directory
  file: OpenedFile
  reader: FileReader
  onCancel: () => void
  onStart: (started: StartedImport) => void
}

export function PrepareImport(props: PrepareImportProps) {
  const { projectId, boards, directory, file, reader, onCancel, onStart } = props
  const { t } = useTranslation()
  const [options, change] = useImportOptions(file)
  const planOptions = usePlanOptions(file, options)
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({
    queryKey: ['import-plan', file.hash, planOptions],
    queryFn: () => reader.plan(planOptions),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [isStarting, setIsStarting] = useState(false)
  const key = progressKey(projectId, file.hash, {
    ...planOptions,
    board: options.boardId ?? options.boardName,
  })
  const earlier = savedProgress(key)
  const isReady = plan !== undefined && plan.taskCount > 0 && (options.boardId || options.boardName.trim())

  const start = async (isFresh: boolean) => {
    setIsStarting(true)
    if (isFresh) forgetProgress(key)
    const latest = await reader.plan(planOptions)
    const tasks = await reader.tasks()
    const { boardId, boardName } = options
    onStart({ key, projectId, directory, plan: latest, tasks, boardId, boardName: boardName.trim() })
  }
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="lg">
      <Card>
        <Stack>
          <TargetBoard boards={boards} options={options} onChange={change} />
          {file.format === 'csv' && <CsvMappingForm file={file} options={options} onChange={change} />}
          {file.format === 'trello' && <TrelloOptionsForm options={options} onChange={change} />}
        </Stack>
      </Card>
      {earlier && (
        <ResumeNotice
          done={earlier.results.length}
          total={earlier.total}
          isBusy={isStarting}
          onResume={() => void start(false)}
          onAnew={() => void start(true)}
        />
      )}
      {plan && <PlanPreview plan={plan} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('import.otherFile')}
        </Button>
        {!earlier && (
          <Button disabled={!isReady} loading={isStarting} onClick={() => void start(true)}>
            {t('import.start', { count: plan?.taskCount ?? 0 })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function useImportOptions(file: OpenedFile) {
  const [options, setOptions] = useState<ImportOptions>(() => firstOptions(file))
  const change = (changes: Partial<ImportOptions>) => setOptions(now => ({ ...now, ...changes }))
  return [options, change] as const
}
