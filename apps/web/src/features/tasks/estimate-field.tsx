import type { Task } from '@atrium/tasks/tasks/task.contract'
import { durationText } from '@atrium/ui/format'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseEstimate } from './estimate.ts'
import { useSaveTask } from './save-task.tsx'

export function EstimateField({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t, i18n } = useTranslation()
  const save = useSaveTask()
  const [typed, setTyped] = useState<string>()
  const [isUnclear, setIsUnclear] = useState(false)
  const { estimateSeconds } = task
  const stored = estimateSeconds === null ? '' : durationText(estimateSeconds, i18n.language)

  const leave = async () => {
    const text = typed?.trim()
    if (text === undefined) return
    const seconds = text === '' ? null : parseEstimate(text)
    setIsUnclear(seconds === undefined)
    if (seconds === undefined) return
    if (seconds === estimateSeconds || (await save({ estimateSeconds: seconds }))) setTyped(undefined)
  }
  return (
    <TextInput
      label={t('tasks.fields.estimateSeconds')}
      placeholder={mayEdit ? t('tasks.fields.estimatePlaceholder') : t('tasks.words.none')}
      value={typed ?? stored}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={event => event.key === 'Enter' && void leave()}
      error={isUnclear && t('tasks.fields.estimateUnclear')}
      readOnly={!mayEdit}
      autoComplete="off"
    />
  )
}
