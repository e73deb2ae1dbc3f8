import type { Deps } from '#deps.ts'
import { ideaStatuses, ideaTypes } from './idea.contract.ts'
import { aspects, type FeedbackStats } from './rating.contract.ts'
import {
  type CountedIdeas,
  type CountedMarks,
  countIdeas,
  countMarks,
  sumMarksByWeek,
  type WeeklyMarks,
} from './rating.queries.ts'

export async function summarizeFeedback({ db, now }: Deps): Promise<FeedbackStats> {
  const [marks, weeks, ideas] = await Promise.all([
    countMarks(db),
    sumMarksByWeek(db, now().toISOString().slice(0, 10)),
    countIdeas(db),
  ])
  return {
    ratings: { ...summarizeMarks(marks), trend: trendOf(weeks) },
    ideas: summarizeIdeas(ideas),
  }
}

function summarizeMarks(marks: CountedMarks) {
  const count = total(marks)
  const sumOf = (aspect: (typeof aspects)[number]) => total(marks, row => row[aspect])
  const howOften = (aspect: (typeof aspects)[number]) =>
    [1, 2, 3, 4, 5].map(mark => total(marks.filter(row => row[aspect] === mark)))
  const sumOfAll = aspects.reduce((sum, aspect) => sum + sumOf(aspect), 0)
  return {
    count,
    average: {
      ...each(aspects, aspect => average(sumOf(aspect), count)),
      overall: average(sumOfAll, count * aspects.length),
    },
    distribution: each(aspects, howOften),
  }
}

function trendOf(weeks: WeeklyMarks) {
  return weeks.map(({ week, count, sum }) => ({
    week,
    count,
    overall: average(sum, count * aspects.length),
  }))
}

function summarizeIdeas(ideas: CountedIdeas) {
  return {
    total: total(ideas),
    byType: each(ideaTypes, type => total(ideas.filter(row => row.type === type))),
    byStatus: each(ideaStatuses, status => total(ideas.filter(row => row.status === status))),
  }
}

function total<Row extends { count: number }>(rows: Row[], worth = (_: Row) => 1) {
  return rows.reduce((sum, row) => sum + row.count * worth(row), 0)
}

/** Whole numbers until the last division, so that a half is exactly a half and is rounded up. */
function average(sum: number, count: number) {
  return count === 0 ? 0 : Math.round((sum * 100) / count) / 100
}

function each<Key extends string, Value>(keys: readonly Key[], ofKey: (key: Key) => Value) {
  return Object.fromEntries(keys.map(key => [key, ofKey(key)])) as Record<Key, Value>
}
