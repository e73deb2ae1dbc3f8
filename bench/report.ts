import type { Ceiling } from './ceilings.ts'
import type { Load } from './load.ts'

export interface Speed {
  work: string
  load: Load
  ceiling?: Ceiling
  /** The least share of the ceiling. */
  target?: number
}

export interface Figure {
  name: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
  detail?: string
}

export interface Growth {
  name: string
  /** p95 in milliseconds. */
  small: number
  large: number
}

const GROWTH_TARGET = 2

export type Report = ReturnType<typeof createReport>

/** Collects rows for the document; each one appears on stderr as soon as it is measured. */
export function createReport() {
  const speeds: Speed[] = []
  const figures: Figure[] = []
  const growths: { title: string; rows: Growth[] }[] = []
  const tables: { title: string; head: string[]; rows: string[][] }[] = []
  const notes: string[] = []
  const details = new Map<string, string>()

  return {
    details,
    progress: (text: string) => void process.stderr.write(`${text}\n`),
    addNote(text: string) {
      notes.push(text)
      process.stderr.write(`${text}\n`)
    },
    addSpeed(row: Speed) {
      speeds.push(row)
      process.stderr.write(`${speedCells(row).join('  ')}\n`)
    },
    addFigure(row: Figure) {
      figures.push(row)
      process.stderr.write(`${figureCells(row).join('  ')}\n`)
    },
    addTable(title: string, head: string[], rows: string[][]) {
      tables.push({ title, head, rows })
      for (const row of rows) process.stderr.write(`${row.join('  ')}\n`)
    },
    addGrowth(title: string, rows: Growth[]) {
      growths.push({ title, rows })
      for (const row of rows) process.stderr.write(`${growthCells(row).join('  ')}\n`)
    },
    markdown: () =>
      [
        table(['measured on', ''], [...details]),
        speeds.length > 0 && section('Speed', speedTable(speeds)),
        figures.length > 0 &&
          section('Proportions, memory and start', table(figureHead, figures.map(figureCells))),
        ...growths.map(({ title, rows }) =>
          section(`Growth: ${title}`, table(growthHead, rows.map(growthCells))),
        ),
        ...tables.map(({ title, head, rows }) => section(title, table(head, rows))),
        notes.length > 0 && section('Notes', notes.map(note => `- ${note}`).join('\n')),
      ]
        .filter(Boolean)
        .join('\n\n'),
  }
}

function section(title: string, content: string) {
  return `### ${title}\n\n${content}`
}

function speedTable(rows: Speed[]) {
  const head = [
    'work',
    'Atrium/s',
    'p50 ms',
    'p99 ms',
    'CPU µs',
    'database µs',
    'ceiling',
    'ceiling/s',
    'ratio',
    'target',
    'met',
  ]
  return table(head, rows.map(speedCells))
}

function speedCells({ work, load, ceiling, target }: Speed) {
  const ratio = ceiling && load.perSecond / ceiling.perSecond
  const isMet = target === undefined ? undefined : ratio !== undefined && ratio >= target && load.errors === 0
  return [
    load.errors > 0 ? `${work} (${load.errors} errors)` : work,
    count(load.perSecond),
    load.p50.toFixed(2),
    load.p99.toFixed(2),
    load.cpu?.service.toFixed(0) ?? '',
    load.cpu?.database.toFixed(0) ?? '',
    ceiling?.name ?? '',
    ceiling ? count(ceiling.perSecond) : '',
    ratio?.toFixed(2) ?? '',
    target === undefined ? '' : `≥ ${target}`,
    yesOrNo(isMet),
  ]
}

const figureHead = ['figure', 'value', 'target', 'met', '']

function figureCells({ name, value, unit, atLeast, atMost, detail = '' }: Figure) {
  const target = atLeast === undefined ? atMost : atLeast
  const isMet = atLeast === undefined ? value <= (atMost ?? 0) : value >= atLeast
  const sign = atLeast === undefined ? '≤' : '≥'
  return [
    name,
    `${value.toFixed(2)} ${unit}`,
    target === undefined ? '' : `${sign} ${target} ${unit}`,
    target === undefined ? '' : yesOrNo(isMet),
    detail,
  ]
}

const growthHead = ['p95 in ms', 'small', 'large', 'ratio', 'target', 'met']

function growthCells({ name, small, large }: Growth) {
  const ratio = large / small
  return [
    name,
    small.toFixed(2),
    large.toFixed(2),
    ratio.toFixed(2),
    `≤ ${GROWTH_TARGET}`,
    yesOrNo(ratio <= GROWTH_TARGET),
  ]
}

function table(head: string[], rows: string[][]) {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function count(value: number) {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}

function yesOrNo(isMet: boolean | undefined) {
  if (isMet === undefined) return ''
  return isMet ? 'yes' : '**no**'
}
