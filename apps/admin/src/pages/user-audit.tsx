import { Stack } from '@mantine/core'
import { useState } from 'react'
import { AuditRecords } from '../features/audit/audit-records.tsx'

/** What this user did, and what was done to them. */
export function UserAudit({ userId }: { userId: number }) {
  const [page, setPage] = useState(1)
  return (
    <Stack>
      <AuditRecords filters={{ user: String(userId) }} page={page} onPage={setPage} />
    </Stack>
  )
}
