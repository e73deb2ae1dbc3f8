import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BurnUnit } from './chart-data.ts'

const units: BurnUnit[] = ['tasks', 'estimate']

/** What a chart counts: tasks, or their estimated time. */
export function UnitControl({ unit, onChange }: { unit: BurnUnit; onChange: (unit: BurnUnit) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('reports.burnUp.unit')}
      data={units.map(value => ({ value, label: t(`reports.burnUp.${value}`) }))}
      value={unit}
      onChange={onChange}
    />
  )
}
