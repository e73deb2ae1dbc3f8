/** The listeners to a bus in this process. */
export function createListeners() {
  const messageListeners: ((message: object) => unknown)[] = []
  const gapListeners: (() => void)[] = []

  return {
    onMessage: (listener: (message: object) => unknown) => {
      messageListeners.push(listener)
    },
    onGap: (listener: () => void) => {
      gapListeners.push(listener)
    },
    deliver: (message: object) => Promise.all(messageListeners.map(async listener => listener(message))),
    reportGap: () => {
      for (const listener of gapListeners) listener()
    },
  }
}
