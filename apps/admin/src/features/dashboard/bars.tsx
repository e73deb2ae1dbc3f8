import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps } from '@mantine/charts'

/** Loaded with the first chart. Its data is also shown as a table, for screen readers. */
export function Bars(props: BarChartProps) {
  return (
    <div aria-hidden="true">
      <BarChart
        type="stacked"
        tickLine="none"
        gridAxis="x"
        accessibilityLayer={false}
        barProps={{ isAnimationActive: false }}
        maxBarWidth={24}
        {...props}
      />
    </div>
  )
}
