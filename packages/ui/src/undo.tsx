import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { showNotice } from './notice.tsx'

let latest: { id: string; take: () => void } | undefined

/** Says what was done and offers to take it back; a newer offer takes the place of an older one. */
export function offerUndo(message: string, undo: () => void) {
  withdrawUndo()
  const offer = { id: '', take: undo }
  offer.id = showNotice({
    message,
    action: { label: i18next.t('ui:undo'), run: takeBack },
    onClose: () => {
      if (latest === offer) latest = undefined
    },
  })
  latest = offer
}

/** While the component is shown, Ctrl+Z takes back what was done last, and Z alone where such keys are on. */
export function useUndoKey(withSingleKey: boolean) {
  const withModifier: HotkeyItem = ['mod+z', takeBack, { usePhysicalKeys: true }]
  useHotkeys(withSingleKey ? [['z', takeBack, { usePhysicalKeys: true }], withModifier] : [withModifier])
}

function takeBack() {
  const offer = latest
  withdrawUndo()
  offer?.take()
}

function withdrawUndo() {
  const offer = latest
  latest = undefined
  if (offer) notifications.hide(offer.id)
}
