const colors = [
  'cobalt.5',
  'teal.6',
  'amber.5',
  'grape.5',
  'cyan.6',
  'pink.5',
  'lime.7',
  'orange.6',
  'violet.5',
]

/** Neighbours never share one. */
export function seriesColor(index: number) {
  return colors[index % colors.length] as string
}
