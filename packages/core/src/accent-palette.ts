/** The contrast that text needs: WCAG 2.2 §1.4.3. */
const TEXT_CONTRAST = 4.5
/** The contrast that a button needs to the page around it: WCAG 2.2 §1.4.11. */
const SHAPE_CONTRAST = 3
/** The lightest ground that links of the dark theme are on, and the cards that its buttons are on. */
const DARK_RAISED = '#252423'
const DARK_SHEET = '#1d1c1b'

export interface AccentPalette {
  /** Ten shades from light to dark, as the theme of the applications has them; the seventh is the color itself. */
  shades: string[]
  /** Buttons of the dark theme, which stand out from its cards. */
  filledInDark: string
  filledInDarkHover: string
}

/** Returns how well one color can be read on the other, from 1 to 21: WCAG 2.2, contrast ratio. */
export function contrastOf(one: string, other: string) {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Whether white text on the color can be read, and the color itself as text on white. */
export function isReadableAccent(color: string) {
  return contrastOf(color, '#ffffff') >= TEXT_CONTRAST
}

/** Returns the color, darkened until it is readable. */
export function readableAccent(color: string) {
  return adjusted(color, '#000000', isReadableAccent)
}

/** Derives from a readable color all that both themes need. */
export function accentPalette(color: string): AccentPalette {
  const isLegibleInDark = (shade: string) => contrastOf(shade, DARK_RAISED) >= TEXT_CONTRAST
  const tint = (share: number) => mix(color, '#ffffff', share)
  const light = [0.93, 0.85, 0.7, 0.5, 0.32, 0.14].map(tint)
  // Texts and links of the dark theme have one of these shades.
  const legible = light.map((shade, index) =>
    index < 5 ? adjusted(shade, '#ffffff', isLegibleInDark) : shade,
  )
  const filledInDark = adjusted(color, '#ffffff', shade => contrastOf(shade, DARK_SHEET) >= SHAPE_CONTRAST)
  return {
    shades: [...legible, color, ...[0.15, 0.32, 0.5].map(share => mix(color, '#000000', share))],
    filledInDark,
    filledInDarkHover: mix(filledInDark, '#000000', 0.12),
  }
}

/** Mixes more and more of the other color in, until the condition holds. */
function adjusted(color: string, towards: string, isEnough: (color: string) => boolean) {
  for (let percent = 0; percent < 100; percent += 1) {
    const mixed = mix(color, towards, percent / 100)
    if (isEnough(mixed)) return mixed
  }
  return towards
}

function mix(color: string, other: string, share: number) {
  const others = channelsOf(other)
  const mixed = channelsOf(color).map((channel, index) =>
    Math.round(channel * (1 - share) + (others[index] ?? 0) * share),
  )
  return `#${mixed.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(color: string) {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map(channel => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string) {
  return [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16))
}
