import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import { useState } from 'react'
import { IconCalendarEvent } from '../icons.ts'
import { useCalendarProps } from './use-calendar-props.ts'

interface DayRangeInputProps extends Omit<DatePickerInputProps<'range'>, 'type' | 'value' | 'onChange'> {
  from: string | undefined
  to: string | undefined
  /** Called with both days, or with neither when the input is cleared. */
  onChange: (range: { from: string | undefined; to: string | undefined }) => void
}

export function DayRangeInput({ from, to, onChange, ...props }: DayRangeInputProps) {
  // After the first of two clicks there is no range yet.
  const [firstDay, setFirstDay] = useState<string>()
  return (
    <DatePickerInput
      {...useCalendarProps()}
      type="range"
      valueFormat="D MMM YYYY"
      allowSingleDateInRange
      leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
      {...props}
      value={firstDay ? [firstDay, null] : [from ?? null, to ?? null]}
      onChange={([first, last]) => {
        if (first && !last) return setFirstDay(first)
        setFirstDay(undefined)
        onChange({ from: first ?? undefined, to: last ?? undefined })
      }}
      onDropdownClose={() => setFirstDay(undefined)}
    />
  )
}
