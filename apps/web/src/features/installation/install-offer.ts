import { useSyncExternalStore } from 'react'

interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()

/** The browser offers it once, soon after the start; it is kept until somebody wants it. */
export function keepInstallOffer() {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    change(event as InstallOffer)
  })
  addEventListener('appinstalled', () => change(undefined))
}

/** What asks the browser to install, if it would. */
export function useInstall() {
  const current = useSyncExternalStore(subscribe, () => offer)
  return current && (() => void current.prompt().finally(() => change(undefined)))
}

function change(next: InstallOffer | undefined) {
  offer = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
