import { type ComponentType, lazy, Suspense, useState } from 'react'

/** A dialog whose code is loaded when it is first opened, and which stays mounted from then on. */
export function lazyDialog<Props extends { isOpen: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.isOpen)
    if (props.isOpen && !wasOpened) setWasOpened(true)
    if (!wasOpened) return null
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
