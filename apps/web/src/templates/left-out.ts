import type { LeftOut } from '@atrium/tasks/templates/use.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import i18next from 'i18next'

/** Says what a template refers to and the project no longer has, if there is any. */
export function reportLeftOut({ stickers, fields, priorities, userIds, recurrences }: LeftOut) {
  const parts = [
    ...stickers.map(name => i18next.t('templates.leftOut.sticker', { name })),
    ...fields.map(name => i18next.t('templates.leftOut.field', { name })),
    ...priorities.map(name => i18next.t('templates.leftOut.priority', { name })),
    ...(userIds.length > 0 ? [i18next.t('templates.leftOut.people', { count: userIds.length })] : []),
    ...recurrences.map(name => i18next.t('templates.leftOut.recurrence', { name })),
  ]
  if (parts.length === 0) return
  const message = i18next.t('templates.leftOut.text', { parts: parts.join(', ') })
  showNotice({ color: 'amber', message, lastsMs: 12_000 })
}
