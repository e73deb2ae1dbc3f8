import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

const LIST_WIDTH = 300
const NARROW_LIST_WIDTH = 180

/** The list of titles next to the bars; on a phone, titles are above the bars unless the list is opened. */
export function useTitleList() {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [width, setWidth] = useLocalStorage({
    key: 'atrium.timeline-list',
    defaultValue: LIST_WIDTH,
    getInitialValueInEffect: false,
  })
  const [isOpenHere, setIsOpen] = useLocalStorage<boolean | null>({
    key: isPhone ? 'atrium.timeline-list-phone' : 'atrium.timeline-list-open',
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const isOpen = isOpenHere ?? !isPhone
  const shown = isPhone ? Math.min(width, NARROW_LIST_WIDTH) : width
  return { isOpen, setIsOpen, width: isOpen ? shown : 0, setWidth }
}

export type TitleList = ReturnType<typeof useTitleList>
