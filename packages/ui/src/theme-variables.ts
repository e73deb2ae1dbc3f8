import type { CSSVariablesResolver } from '@mantine/core'

// `--atrium-canvas` is the background behind cards, `--atrium-line` a subtle border between related items.
export const themeVariables: CSSVariablesResolver = theme => ({
  variables: {},
  light: {
    '--atrium-canvas': 'var(--mantine-color-gray-0)',
    '--atrium-line': 'var(--mantine-color-gray-2)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    ...forEachColor(theme.colors, lightTint),
  },
  dark: {
    '--atrium-canvas': 'var(--mantine-color-dark-8)',
    '--atrium-line': 'var(--mantine-color-dark-5)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    ...forEachColor(theme.colors, darkTint),
  },
})

function forEachColor(colors: object, tint: (color: string) => Record<string, string>) {
  return Object.assign({}, ...Object.keys(colors).map(name => tint(`--mantine-color-${name}`)))
}

// Text on tinted badges and avatars has a contrast of at least 4.5 in every color of the palette.
function lightTint(color: string) {
  return { [`${color}-light-color`]: `color-mix(in srgb, var(${color}-9) 72%, black)` }
}

function darkTint(color: string) {
  return {
    [`${color}-light`]: `color-mix(in srgb, var(${color}-5) 18%, transparent)`,
    [`${color}-light-hover`]: `color-mix(in srgb, var(${color}-5) 26%, transparent)`,
    [`${color}-light-color`]: `var(${color}-2)`,
  }
}
