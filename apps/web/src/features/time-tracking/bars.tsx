import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartProps } from '@mantine/charts'

/** Loaded with the first chart. Hidden from screen readers, because its values are also on the page as text. */
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
