import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps } from '@mantine/charts'

/** Loaded when the first chart is to be drawn. What it shows stands beside it as a table too. */
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
