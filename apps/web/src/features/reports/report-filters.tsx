import { DayRangeInput } from '@atrium/ui/forms/day-range-input'
import { Group, Input, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards/boards.ts'
import { periodOf, type ReportSearch, reportPeriods } from '../../data/planning/report-search.ts'

interface ReportFiltersProps {
  projectId: number
  search: ReportSearch
  days: { from: string; to: string }
  today: string
  onChange: (search: Partial<ReportSearch>) => void
}

const OTHER = 'other'

/** The period and the board of all reports on the page. */
export function ReportFilters({ projectId, search, days, today, onChange }: ReportFiltersProps) {
  const { t } = useTranslation()
  const { data: boards = [] } = useQuery(boardsQuery(projectId))
  const period = periodOf(search)
  const choose = (value: string) => {
    const chosen = reportPeriods.find(one => String(one) === value)
    onChange(chosen ? { days: chosen, from: undefined, to: undefined } : { days: undefined, ...days })
  }
  return (
    <Group align="flex-end" gap="md">
      <Input.Wrapper label={t('reports.period.label')} labelElement="div" maw="100%">
        <SegmentedControl
          display="flex"
          aria-label={t('reports.period.label')}
          data={[
            ...reportPeriods.map(one => ({ value: String(one), label: t(`reports.period.days${one}`) })),
            { value: OTHER, label: t('reports.period.other') },
          ]}
          value={period ? String(period) : OTHER}
          onChange={choose}
        />
      </Input.Wrapper>
      {!period && (
        <DayRangeInput
          label={t('reports.period.days')}
          from={search.from}
          to={search.to}
          maxDate={today}
          onChange={range => range.from && onChange({ days: undefined, ...range })}
          miw={240}
        />
      )}
      <Select
        label={t('reports.board')}
        placeholder={t('reports.allBoards')}
        data={boards.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.board ? String(search.board) : null}
        onChange={board => onChange({ board: board ? Number(board) : undefined })}
        clearable
        clearButtonProps={{ 'aria-label': t('reports.allBoards') }}
        miw={180}
        flex={{ base: '1 1 100%', xs: 'none' }}
      />
    </Group>
  )
}
