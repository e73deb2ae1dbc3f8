import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps } from '@mantine/charts'

/** Loaded when the first chart is to be drawn. What it shows stands beside it as text too. */
export function Bars(props: BarChartProps) {
  return (
    <div aria-hidden="true">
      <BarChart
        tickLine="none"
        gridAxis="x"
        accessibilityLayer={false}
        barProps={{ isAnimationActive: false, radius: 3 }}
        maxBarWidth={36}
        {...props}
      />
    </div>
  )
}
