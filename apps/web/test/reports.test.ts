import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowReport } from '@atrium/tasks/reports/report.contract'
import { periodOf, reportDays, reportSearch } from '../src/data/planning/report-search.ts'
import { estimateBars, flowSeries, spanText } from '../src/features/reports/charts/chart-data.ts'

const texts = { deleted: 'Deleted', others: 'Others' }

function flowOf(titles: string[], { deleted = [] as string[] } = {}): FlowReport {
  const columns = [...titles, ...deleted].map((title, index) => ({
    columnId: index + 1,
    boardId: 1,
    title,
    isDone: title === 'Done',
    isDeleted: index >= titles.length,
  }))
  const counts = columns.map((_, index) => index + 1)
  return { from: '', to: '', timeZone: 'UTC', columns, days: [{ date: '2026-01-01', counts }] }
}

test('what is done lies at the bottom, the first column on top, and columns of the same title are one', () => {
  const series = flowSeries(flowOf(['To do', 'Doing', 'Done', 'to do']), texts)
  assert.deepEqual(
    series.map(({ label, counts }) => [label, counts[0]]),
    [
      ['Done', 3],
      ['Doing', 2],
      ['To do', 5],
    ],
  )
  assert.equal(new Set(series.map(({ color }) => color)).size, 3)
})

test('deleted columns are one series, and too many columns too', () => {
  const withDeleted = flowSeries(flowOf(['To do', 'Done'], { deleted: ['Old', 'Done'] }), texts)
  assert.deepEqual(
    withDeleted.map(({ label, counts }) => [label, counts[0]]),
    [
      ['Done', 2],
      ['Deleted', 7],
      ['To do', 1],
    ],
  )
  const many = flowSeries(flowOf(Array.from({ length: 12 }, (_, index) => `Column ${index}`)), texts)
  assert.equal(many.length, 8)
  assert.equal(many.at(-1)?.label, 'Others')
  const all = many.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)
  assert.equal(all, (12 * 13) / 2)
})

test('the address names a period or both days, and nothing invalid passes', () => {
  assert.equal(periodOf(reportSearch({})), 30)
  assert.deepEqual(reportDays(reportSearch({}), '2026-03-01'), { from: '2026-01-31', to: '2026-03-01' })
  assert.equal(periodOf(reportSearch({ days: 90 })), 90)
  const chosen = reportSearch({ from: '2026-01-01', to: '2026-01-31', days: 90, board: 7, filter: 42 })
  assert.equal(periodOf(chosen), undefined)
  assert.deepEqual(reportDays(chosen, '2026-03-01'), { from: '2026-01-01', to: '2026-01-31' })
  assert.deepEqual([chosen.board, chosen.filter], [7, '42'])
  const invalid = reportSearch({
    from: '2026-02-30',
    to: '2026-01-01',
    days: 7,
    board: 'x',
    unit: 'x',
    per: 1,
  })
  assert.deepEqual(
    Object.values(invalid).filter(value => value !== undefined),
    [],
  )
})

test('the tasks that were off the most come first', () => {
  const task = (number: number, estimateSeconds: number, trackedSeconds: number) => ({
    taskId: number,
    number,
    title: '',
    completedOn: '2026-01-01',
    estimateSeconds,
    trackedSeconds,
  })
  const totals = {
    from: '',
    to: '',
    timeZone: '',
    total: 0,
    estimatedCount: 0,
    estimateSeconds: 0,
    trackedSeconds: 0,
  }
  const report = { ...totals, tasks: [task(1, 3600, 3600), task(2, 3600, 10_800), task(3, 7200, 3600)] }
  assert.deepEqual(
    estimateBars(report, ({ number }) => `#${number}`).map(({ label }) => label),
    ['#2', '#3', '#1'],
  )
})

test('long times are in days, short ones in hours and minutes', () => {
  assert.equal(spanText(90, 'en'), '2 min')
  assert.equal(spanText(5400, 'en'), '1.5 hr')
  assert.equal(spanText(3.25 * 86_400, 'en'), '3.3 days')
  assert.equal(spanText(2 * 86_400, 'ru'), '2 дня')
})
