import { accentPalette } from '@atrium/core/accent-palette'
import { type Branding, logoAddress, ownBranding } from '@atrium/core/branding.contract'
import { html } from '@atrium/core/html'

export const BRAND_STYLE_PATH = '/assets/brand.css'

/** The address changes with the color, so that browsers keep the style sheet for ever. */
export function brandStyleAddress({ accentColor }: Branding) {
  return accentColor === null ? undefined : `${BRAND_STYLE_PATH}?${accentColor.slice(1)}`
}

/**
 * The shades of the accent color under the names that the pages (`page.css`) and the theme of the applications use. `:root` twice
 * counts more than the theme's own rules, whichever come first.
 */
export function brandStyle(accentColor: string) {
  const { shades, filledInDark, filledInDarkHover } = accentPalette(accentColor)
  const cobalt = '--mantine-color-cobalt'
  return `:root:root{${shades.map((shade, index) => `${cobalt}-${index}:${shade}`).join(';')};\
--accent:light-dark(${shades[6]},${filledInDark});--accent-hover:light-dark(${shades[7]},${filledInDarkHover});\
--link:light-dark(${shades[7]},${shades[3]});--focus:light-dark(${shades[6]},${shades[3]});--brand:${accentColor};--glow:${shades[5]};\
${cobalt}-outline-hover:color-mix(in srgb,${accentColor} 5%,transparent)}\
:root:root[data-mantine-color-scheme=dark]{${cobalt}-filled:${filledInDark};${cobalt}-filled-hover:${filledInDarkHover}}`
}

/** What an application shows of the branding; it reads it from the page. */
export function shownBranding(branding: Branding) {
  const { name, termsUrl, privacyUrl, imprintUrl } = branding
  return { name, logo: logoAddress(branding) ?? null, termsUrl, privacyUrl, imprintUrl }
}

/** Puts the branding into the page of an application, so that nothing is drawn in other colors first. */
export function brandDocument(document: string, branding: Branding) {
  const { name, accentColor } = branding
  const logo = logoAddress(branding)
  const shownThere = JSON.stringify(shownBranding(branding))
  const isOwn = shownThere === JSON.stringify(shownBranding(ownBranding))
  const attribute = isOwn ? '' : html` data-branding="${shownThere}"`.text
  const title = html`<title>${name}</title>`.text
  const style = accentColor === null ? '' : `<style>${brandStyle(accentColor)}</style>`
  const shown = document
    .replace('<html', () => `<html${attribute}`)
    .replace('<title>Atrium</title>', () => title + style)
    .replace('<b>Atrium</b>', () => html`<b>${name}</b>`.text)
  if (logo === undefined) {
    return accentColor === null ? shown : shown.replace('fill="#3357e6"', `fill="${accentColor}"`)
  }
  return shown
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${logo}">`)
    .replace(
      /(<div id="shell"[\s\S]*?)<svg[\s\S]*?<\/svg>/,
      (_, before: string) => `${before}<img src="${logo}" alt="" width="28" height="28">`,
    )
}
