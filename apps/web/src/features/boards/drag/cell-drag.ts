import {
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { useLatest } from '@atrium/ui/latest'
import { type RefObject, useEffect, useState } from 'react'
import { useBoard } from '../board/board-context.ts'
import type { CardGap } from './drag-elements.ts'

interface CardTarget {
  laneKey: string
  /** Without one, the card stays in its column. */
  columnId?: number
  accepts: (taskId: number) => boolean
  /** The index among the shown cards at a height on the screen; without one, the card goes to the end. */
  indexAt?: RefObject<((clientY: number) => number) | null>
}

interface OverCard {
  gap: CardGap | undefined
}

/** A part of a lane that takes dragged cards; returns where one would be dropped. */
export function useCardTarget(ref: RefObject<HTMLElement | null>, target: CardTarget, isDragging: boolean) {
  const { mayWrite } = useBoard()
  const { laneKey, columnId, indexAt } = target
  const [over, setOver] = useState<OverCard | null>(null)
  // Not when the card is dropped: the gap stays open until the card is in it.
  if (!isDragging && over) setOver(null)
  const latest = useLatest(target.accepts)

  useEffect(() => {
    const element = ref.current
    if (!element || !mayWrite) return
    const follow = ({ self, source }: ElementDropTargetEventBasePayload) => {
      const { index } = self.data
      const gap =
        index === undefined ? undefined : { index: Number(index), height: Number(source.data.height) }
      setOver(last => (last && last.gap?.index === gap?.index ? last : { gap }))
    }
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.type === 'card' && latest.current(Number(source.data.taskId)),
      getData: ({ input }) => ({ type: 'cell', laneKey, columnId, index: indexAt?.current?.(input.clientY) }),
      onDragStart: follow,
      onDragEnter: follow,
      onDrag: follow,
      onDragLeave: () => setOver(null),
    })
  }, [ref, mayWrite, laneKey, columnId, indexAt])
  return over
}
