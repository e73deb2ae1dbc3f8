import { exportAudit } from '@atrium/audit/audit-export'
import type { AuditFormat } from '@atrium/audit/audit-record.contract'
import { StartRefused } from '@atrium/core/errors'
import { endOf, startOf } from '@atrium/core/paging'
import { inEachService } from '../each-service.ts'
import type { Command, Values } from './command.ts'

const FORMATS = ['jsonl', 'csv']

export const auditCommands: Record<string, Command> = {
  'audit:export': {
    usage: '[--from DAY] [--to DAY] [--format jsonl|csv] [--service identity|tasks]',
    summary: 'print the audit log of both services, oldest entry first',
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string' },
      service: { type: 'string' },
    },
    run: async (installation, values, _positionals, _report, write) => {
      if (values.json) throw new StartRefused('audit:export prints JSON lines without --json')
      const format = String(values.format ?? 'jsonl')
      if (!FORMATS.includes(format)) throw new StartRefused('--format must be jsonl or csv')
      const from = boundOf(values, 'from', startOf)
      const to = boundOf(values, 'to', endOf)
      let hasHead = true
      await inEachService(installation, values, async (db, service) => {
        const period = { format: format as AuditFormat, ...(from && { from }), ...(to && { to }) }
        for await (const part of exportAudit(db, service, period, { hasHead })) write(part)
        hasHead = false
      })
      return { json: {}, text: '' }
    },
  },
}

function boundOf(values: Values, name: string, extend: (bound: string) => string) {
  const typed = values[name]
  if (typed === undefined) return undefined
  const isBound = /^\d{4}-\d{2}-\d{2}(T\S+)?$/.test(String(typed))
  const at = isBound ? Date.parse(extend(String(typed))) : Number.NaN
  if (Number.isNaN(at))
    throw new StartRefused(
      `--${name} must be a day such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z`,
    )
  return new Date(at).toISOString()
}
