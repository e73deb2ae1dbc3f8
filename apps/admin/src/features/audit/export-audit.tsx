import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { saveFile } from '@atrium/ui/files'
import { IconDownload } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditFilters, readAuditRecords } from './audit.queries.ts'
import { auditCsv } from './audit-csv.ts'

const AT_ONCE = 1000

/** Exports every page that matches the filters. */
export function ExportAudit({ filters }: { filters: AuditFilters }) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readAll(filters, (done, total) => setProgress({ done, total })),
    onSuccess: records => {
      saveFile(`audit-${new Date().toISOString().slice(0, 10)}.csv`, auditCsv(records, t), 'text/csv')
      notifyOfSuccess(t('audit.export.done', { count: records.length }))
    },
    onSettled: () => setProgress(undefined),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} />}
      disabled={isPending}
      onClick={() => mutate()}
    >
      {progress ? t('audit.export.running', progress) : t('audit.export.action')}
    </Button>
  )
}

/** Oldest first, so that new entries do not shift the pages. */
async function readAll(filters: AuditFilters, onProgress: (done: number, total: number) => void) {
  const records: NamedAuditRecord[] = []
  for (let page = 1; ; page += 1) {
    const { items, _meta } = await readAuditRecords(filters, { page, limit: AT_ONCE, orderBy: 'id' })
    records.push(...items)
    onProgress(records.length, _meta.total)
    if (items.length < AT_ONCE) return records
  }
}
