import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'

export const CalendarFeedsDialog = lazyDialog(
  async () => (await import('./calendar-feeds-dialog.tsx')).CalendarFeedsDialog,
)
