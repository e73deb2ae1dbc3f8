interface Picture {
  title: string
  legend: { label: string; color: string }[]
  fileName: string
}

const SCALE = 2
const PADDING = 24
const TITLE_HEIGHT = 40
const LEGEND_HEIGHT = 28

/** Draws the chart as it is on the screen, with its title and legend, and downloads it. */
export async function savePng(chart: SVGSVGElement, { title, legend, fileName }: Picture) {
  const { width, height } = chart.getBoundingClientRect()
  const image = await load(await textOf(chart, width, height))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return
  const page = getComputedStyle(document.body)
  const legendFont = `14px ${page.fontFamily}`
  context.font = legendFont
  const lines = legendLines(context, legend, width)
  const size = {
    width: width + 2 * PADDING,
    height: height + TITLE_HEIGHT + lines.length * LEGEND_HEIGHT + 2 * PADDING,
  }
  canvas.width = size.width * SCALE
  canvas.height = size.height * SCALE
  context.scale(SCALE, SCALE)
  context.fillStyle = page.backgroundColor
  context.fillRect(0, 0, size.width, size.height)
  context.fillStyle = page.color
  context.textBaseline = 'middle'
  context.font = `600 18px ${page.fontFamily}`
  context.fillText(title, PADDING, PADDING + TITLE_HEIGHT / 2 - 6, width)
  context.drawImage(image, PADDING, PADDING + TITLE_HEIGHT, width, height)
  context.font = legendFont
  for (const [index, line] of lines.entries()) {
    const y = PADDING + TITLE_HEIGHT + height + (index + 0.5) * LEGEND_HEIGHT + 8
    drawLegend(context, line, { y, color: page.color })
  }
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (blob) download(blob, fileName)
}

function widthOf(context: CanvasRenderingContext2D, label: string) {
  return 18 + context.measureText(label).width + 20
}

function legendLines(context: CanvasRenderingContext2D, legend: Picture['legend'], width: number) {
  const lines: Picture['legend'][] = []
  let left = 0
  for (const item of legend) {
    const needed = widthOf(context, item.label)
    if (needed > left) {
      lines.push([])
      left = width
    }
    lines.at(-1)?.push(item)
    left -= needed
  }
  return lines
}

function drawLegend(
  context: CanvasRenderingContext2D,
  legend: Picture['legend'],
  { y, color }: { y: number; color: string },
) {
  let x = PADDING
  for (const item of legend) {
    context.fillStyle = item.color
    context.fillRect(x, y - 6, 12, 12)
    context.fillStyle = color
    context.fillText(item.label, x + 18, y)
    x += widthOf(context, item.label)
  }
}

const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'text-anchor',
]

/** Styles of the page do not reach an image, so every element gets its own. */
async function textOf(chart: SVGSVGElement, width: number, height: number) {
  const copy = chart.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const originals = chart.querySelectorAll<SVGElement>('*')
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[index]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of drawn) element.style.setProperty(name, style.getPropertyValue(name))
  }
  return new XMLSerializer().serializeToString(copy)
}

function load(svg: string) {
  return new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('the chart could not be drawn'))
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  })
}

function download(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
