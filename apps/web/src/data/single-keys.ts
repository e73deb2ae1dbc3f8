import { type HotkeyItem, useHotkeys, useLocalStorage } from '@mantine/hooks'

/** Keys without Ctrl or Cmd; whoever speaks to the computer wishes to turn them off (WCAG 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({
    key: 'atrium.single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
}

/** Keys of the page itself: what lies over it has its own. */
export function usePageKeys(keys: HotkeyItem[]) {
  const [areOn] = useSingleKeys()
  const ofPage = keys.map(
    ([key, press, options]): HotkeyItem => [
      key,
      event => {
        if (!document.querySelector('[role="dialog"]')) press(event)
      },
      options,
    ],
  )
  useHotkeys(areOn ? ofPage : [])
}
