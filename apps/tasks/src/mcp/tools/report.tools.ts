import { CalendarDate, Id, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { getBurnDownReport, getCapacityReport } from '#reports/cycle-report.contract.ts'
import { getOverview } from '#reports/overview.contract.ts'
import {
  getBurnUpReport,
  getCycleTimeReport,
  getEstimatesReport,
  getFlowReport,
  getThroughputReport,
} from '#reports/report.contract.ts'
import { applicationUrl } from './compact-task.ts'
import { readingTool } from './tool.ts'

const reports = {
  flow: getFlowReport,
  throughput: getThroughputReport,
  cycle_time: getCycleTimeReport,
  burn_up: getBurnUpReport,
  estimates: getEstimatesReport,
} as const

const ReportInput = Type.Object(
  {
    projectId: Id,
    report: Type.Optional({
      ...OneOf(
        'overview',
        'flow',
        'throughput',
        'cycle_time',
        'burn_up',
        'estimates',
        'burn_down',
        'capacity',
      ),
      description: 'Default: `overview`, with progress, load, and what is overdue or blocked',
    }),
    cycleId: Type.Optional({ ...Id, description: 'For `burn_down` and `capacity`, which are about a cycle' }),
    from: Type.Optional(CalendarDate),
    to: Type.Optional(CalendarDate),
    filter: Type.Optional(Type.String({ maxLength: 2000, description: 'As for `find_tasks`' })),
    timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
)

export const getReportTool = readingTool({
  name: 'get_report',
  title: 'Get a report',
  description:
    'Returns the overview of a project, or one of its reports: cumulative flow, throughput, lead and cycle times, burn-up, estimates compared with tracked time, or the burn-down of a cycle and the capacity of people in it.',
  input: ReportInput,
  output: Type.Object({
    report: Type.String(),
    url: Type.String(),
    data: Type.Object({}, { additionalProperties: true }),
  }),
  call: async (calls, given: Static<typeof ReportInput>) => {
    const { projectId, report = 'overview', cycleId, from, to, filter, timeZone } = given
    const params = { id: projectId }
    const url = applicationUrl(calls, `project/${projectId}`)
    const zone = timeZone === undefined ? {} : { timeZone }
    if (report === 'overview') {
      const { item } = await calls.run(getOverview, { params, query: zone })
      const { activity: _, ...data } = item
      const { doneCount, totalCount } = item.progress
      const text = `${doneCount} of ${totalCount} tasks done, ${item.overdue.count} overdue, ${item.blocked.count} blocked`
      return { content: { report, url, data }, text: `${text} ${url}` }
    }
    if (report === 'burn_down' || report === 'capacity') {
      const contract = report === 'burn_down' ? getBurnDownReport : getCapacityReport
      const query = { ...(report === 'burn_down' && zone), cycleId }
      const { item: data } = await calls.run(contract, { params, query } as never)
      return { content: { report, url, data }, text: `Report ${report} ${url}` }
    }
    const query = {
      ...zone,
      ...(from && { from }),
      ...(to && { to }),
      ...(filter !== undefined && { filter }),
    }
    const { item: data } = await calls.run(reports[report], { params, query } as never)
    return { content: { report, url, data }, text: `Report ${report} ${url}` }
  },
})
