import type { Locator, Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

/** Simulates a finger with the touch events of a real device. */
export async function createFinger(page: Page) {
  const device = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', points: Point[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  let at = { x: 0, y: 0 }

  const moveTo = async (to: Point, steps = 8) => {
    const from = at
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps
      at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      await send('touchMove', [at])
    }
  }

  return {
    press: async (target: Locator) => {
      at = await middleOf(target)
      await send('touchStart', [at])
    },
    moveTo,
    /** Moves immediately, so that the press is never long enough to pick a card up. */
    swipe: async (target: Locator, to: Point) => {
      at = await middleOf(target)
      await Promise.all([send('touchStart', [at]), moveTo(to)])
      await send('touchEnd', [])
    },
    /** Two fingers around a point, from one distance between them to another. */
    pinch: async ({ x, y }: Point, from: number, to: number) => {
      const fingers = (distance: number) => [
        { x: x - distance / 2, y },
        { x: x + distance / 2, y },
      ]
      await send('touchStart', fingers(from))
      for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', fingers(from + (to - from) * share))
      await send('touchEnd', [])
    },
    lift: () => send('touchEnd', []),
    interrupt: () => send('touchCancel', []),
  }
}

export async function middleOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('The target is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
