interface ShownBranding {
  name: string
  /** The address of the uploaded picture. */
  logo: string | null
  termsUrl: string | null
  privacyUrl: string | null
  imprintUrl: string | null
}

const own: ShownBranding = { name: 'Atrium', logo: null, termsUrl: null, privacyUrl: null, imprintUrl: null }

/** How the installation presents itself; the service writes it into the page, together with its colors. */
export const branding = readBranding()

function readBranding(): ShownBranding {
  const written = globalThis.document?.documentElement.dataset.branding
  return written ? { ...own, ...JSON.parse(written) } : own
}

/** Returns the title of a page, as tabs and bookmarks show it. */
export function pageTitle(...parts: string[]) {
  return [...parts, branding.name].join(' · ')
}
