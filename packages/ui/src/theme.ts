import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

// The primary color.
const cobalt: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5ff',
  '#b9cbff',
  '#92adff',
  '#6d8efb',
  '#4d72f2',
  '#3357e6',
  '#2846c4',
  '#22399b',
  '#1a2b70',
]

// For accents only.
const amber: MantineColorsTuple = [
  '#fff8e6',
  '#ffeec7',
  '#ffdf94',
  '#ffd06b',
  '#ffc24b',
  '#f2a91f',
  '#c98407',
  '#9a6205',
  '#73490a',
  '#4f330b',
]

const stone: MantineColorsTuple = [
  '#faf9f7',
  '#f5f3ef',
  '#ebe8e2',
  '#dfdbd3',
  '#cbc6bc',
  '#968f84',
  '#6e685e',
  '#544f47',
  '#393630',
  '#23211d',
]

// From text (0) to the darkest background (9), as Mantine expects.
const night: MantineColorsTuple = [
  '#e9e7e2',
  '#cbc8c2',
  '#a5a19a',
  '#86827b',
  '#3c3a37',
  '#312f2d',
  '#252423',
  '#1d1c1b',
  '#151413',
  '#0e0d0d',
]

const sansSerif =
  '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif'

const initialsColors = ['cobalt', 'cyan', 'grape', 'green', 'orange', 'pink', 'teal', 'violet']

// The list of options scrolls, rather than an element inside it that the keyboard cannot reach.
const scrollingOptions = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: '15.5rem', overflowY: 'auto' } },
} as const

export const theme = createTheme({
  colors: { cobalt, amber, gray: stone, dark: night },
  primaryColor: 'cobalt',
  primaryShade: 6,
  black: '#211f1b',
  fontFamily: sansSerif,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontFamily: sansSerif,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.5rem, 1.3rem + 1vw, 1.75rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.125rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.875rem', xl: '1.25rem' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(35 33 29 / 6%)',
    sm: '0 1px 2px rgb(35 33 29 / 6%), 0 2px 6px rgb(35 33 29 / 5%)',
    md: '0 2px 4px rgb(35 33 29 / 5%), 0 8px 20px rgb(35 33 29 / 8%)',
    lg: '0 4px 8px rgb(35 33 29 / 6%), 0 16px 40px rgb(35 33 29 / 12%)',
    xl: '0 8px 16px rgb(35 33 29 / 8%), 0 28px 64px rgb(35 33 29 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects: `Component.extend` would add each of these components to the first load.
  components: {
    Avatar: { defaultProps: { allowedInitialsColors: initialsColors } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: {
        root: { verticalAlign: 'middle' },
        label: { fontWeight: 600, letterSpacing: 0, textTransform: 'none' },
      },
    },
    Button: { styles: { root: { fontWeight: 600 } } },
    Card: {
      defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' },
      styles: { root: { borderColor: 'var(--atrium-line)' } },
    },
    InputWrapper: { styles: { label: { marginBottom: '0.25rem' } } },
    // Without the placeholder, which is no menu item, the menu itself takes the focus.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false },
      styles: { dropdown: { outline: 'none' } },
    },
    // The header of a dialog is not the banner of the page.
    DrawerHeader: { defaultProps: { role: 'none' } },
    ModalHeader: { defaultProps: { role: 'none' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.4, blur: 2 },
      },
      styles: { title: { fontSize: '1.125rem', fontWeight: 650 } },
    },
    MultiSelect: scrollingOptions,
    NavLink: {
      styles: {
        root: { borderRadius: 'var(--mantine-radius-md)', fontWeight: 500, paddingBlock: '0.4375rem' },
      },
    },
    Popover: { defaultProps: { radius: 'lg', shadow: 'lg' } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Select: scrollingOptions,
    Table: { defaultProps: { borderColor: 'var(--atrium-line)' } },
    TagsInput: scrollingOptions,
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
    Title: { styles: { root: { letterSpacing: '-0.017em' } } },
  },
})

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
