import { IconCircleDashed, IconRotateClockwise } from '@atrium/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cyclesQuery, useCycleHint } from '../data/planning/cycles.ts'
import { type Choice, ChoiceList, matching } from './choice-list.tsx'

interface CycleChoicesProps {
  projectId: number
  /** Undefined if several tasks are changed. */
  value: number | null | undefined
  onChoose: (cycleId: number | null, name: string) => void
}

const icon = { size: 16, stroke: 1.75 }

/** The cycles that still take tasks. A finished one is only shown where the task already is. */
export function CycleChoices({ projectId, value, onChoose }: CycleChoicesProps) {
  const { t } = useTranslation()
  const hintOf = useCycleHint()
  const { data: cycles = [], isLoading } = useQuery(cyclesQuery(projectId))
  const choices = cycles
    .filter(({ id, finishedAt }) => !finishedAt || id === value)
    .map(
      (cycle): Choice => ({
        key: String(cycle.id),
        label: cycle.name,
        icon: <IconRotateClockwise {...icon} />,
        isOn: cycle.id === value,
        hint: hintOf(cycle),
        choose: () => onChoose(cycle.id, cycle.name),
      }),
    )
  const none: Choice = {
    key: 'none',
    label: t('cycles.none'),
    icon: <IconCircleDashed {...icon} />,
    isOn: value === null,
    choose: () => onChoose(null, ''),
  }
  return (
    <ChoiceList
      label={t('tasks.fields.cycleId')}
      placeholder={t('cycles.find')}
      choicesFor={text => matching([...choices, none], text)}
      nothing={t('boards.fields.nothing')}
      isLoading={isLoading}
      withDigits
    />
  )
}
