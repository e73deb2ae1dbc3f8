import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { chosenPreference, keepPreference } from '../preferences.ts'

/** The theme of this browser. `public/color-scheme.js` reads it before anything is drawn. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  const listening = { stop: () => {} }
  return {
    get: fallback => {
      const chosen = chosenPreference('theme')
      return chosen ? schemeOf(chosen) : fallback
    },
    set: scheme => keepPreference('theme', scheme === 'auto' ? 'system' : scheme),
    // Another tab of this application has changed it.
    subscribe: onUpdate => {
      const update = ({ key, newValue }: StorageEvent) => {
        if (key === 'atrium.color-scheme' && newValue) onUpdate(schemeOf(newValue))
      }
      window.addEventListener('storage', update)
      listening.stop = () => window.removeEventListener('storage', update)
    },
    unsubscribe: () => listening.stop(),
    clear: () => {},
  }
}

function schemeOf(theme: string): MantineColorScheme {
  return theme === 'light' || theme === 'dark' ? theme : 'auto'
}
