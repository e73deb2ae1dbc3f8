type Preference = 'language' | 'theme'

/** What was chosen in this browser, here or on a page of either service. */
export function chosenPreference(name: Preference) {
  const chosen = cookieOf(name) ?? stored(name)
  if (chosen) store(name, chosen)
  return chosen
}

/** In this browser at once, and in the cookie that both services and their pages read. */
export function keepPreference(name: Preference, value: string) {
  store(name, value)
  if (cookieOf(name) === value) return
  const body = JSON.stringify({ [name]: value })
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  // Sent even if the page is left now. If it fails, the choice stays in this application.
  fetch('/preferences', { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}

/** For the way to the sign-in page: it may be on another site, and a choice made just now is not in the cookie yet. */
export function preferenceParameters() {
  const language = stored('language')
  const theme = stored('theme')
  return { ...(language && { ui_locales: language }), ...(theme && { theme }) }
}

/** Only the server sets it: it knows the domain that both services share. */
function cookieOf(name: Preference) {
  return document.cookie.match(new RegExp(`(?:^|; )atrium_${name}=([\\w-]+)`))?.[1]
}

const keys = { language: 'atrium.language', theme: 'atrium.color-scheme' }

// A browser that blocks storage throws on access.
function stored(name: Preference) {
  try {
    return localStorage.getItem(keys[name])
  } catch {
    return null
  }
}

function store(name: Preference, value: string) {
  try {
    localStorage.setItem(keys[name], value)
  } catch {
    // The cookie keeps it.
  }
}
