/** Who listens to a bus in this process. */
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
    hear: (message: object) => Promise.all(messageListeners.map(async listener => listener(message))),
    tellGap: () => {
      for (const forget of gapListeners) forget()
    },
  }
}
