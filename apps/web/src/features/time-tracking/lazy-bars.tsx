import type { BarChartProps } from '@mantine/charts'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }))

export function LazyBars(props: BarChartProps) {
  return (
    <Suspense fallback={<Skeleton h={props.h} />}>
      <Bars {...props} />
    </Suspense>
  )
}
