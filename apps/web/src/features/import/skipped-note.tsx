import { Alert, List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SkippedItem } from './import-plan.ts'

const reasons: SkippedItem['reason'][] = ['noTitle', 'archived', 'archivedList', 'noList']

/** What of the file will not become a task, by reason. */
export function SkippedNote({ skipped }: { skipped: SkippedItem[] }) {
  const { t } = useTranslation()
  if (skipped.length === 0) return null
  const counts = reasons.map(reason => ({
    reason,
    count: skipped.filter(item => item.reason === reason).length,
  }))
  return (
    <Alert color="amber" title={t('import.skipped', { count: skipped.length })}>
      <List size="sm">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ reason, count }) => (
            <List.Item key={reason}>
              {count}: {t(`import.reasons.${reason}`)}
            </List.Item>
          ))}
      </List>
    </Alert>
  )
}
