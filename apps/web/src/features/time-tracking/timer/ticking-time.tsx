import { Text, type TextProps } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** `0:12:05` since then, second by second. */
export function TickingTime({ since, ...props }: TextProps & { since: string }) {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true })
  return (
    <Text span role="timer" style={{ fontVariantNumeric: 'tabular-nums' }} {...props}>
      {clockText((now - Date.parse(since)) / 1000)}
    </Text>
  )
}

function clockText(seconds: number) {
  // The clock of the server may be ahead of this one.
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return `${hours}:${String(minutes).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
