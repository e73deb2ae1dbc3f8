import type { LeftOut } from '@atrium/tasks/templates/use.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { type ComponentProps, lazy, Suspense } from 'react'
import classes from './template-picker.module.css'
import type { TemplatePicker } from './template-picker.tsx'

const Picker = lazy(async () => ({ default: (await import('./template-picker.tsx')).TemplatePicker }))

/** Keeps its place until it is there. */
export function LazyTemplatePicker(props: ComponentProps<typeof TemplatePicker>) {
  return (
    <Suspense fallback={<div className={classes.waiting} />}>
      <Picker {...props} />
    </Suspense>
  )
}

export async function reportLeftOut(leftOut: LeftOut) {
  const { reportLeftOut: report } = await import('./left-out.ts')
  report(leftOut)
}

export const SaveTemplateDialog = lazyDialog(
  async () => (await import('./save-template.tsx')).SaveTemplateDialog,
)

export const TaskFromTemplateDialog = lazyDialog(
  async () => (await import('./task-from-template.tsx')).TaskFromTemplateDialog,
)
