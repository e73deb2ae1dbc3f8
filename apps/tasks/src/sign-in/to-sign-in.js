// Leads from an address inside the application to the sign-in page, which returns to it. What follows # stays in this
// tab: it can be a secret that no server may see. A tab in the background waits until it is looked at.
const { pathname, search, hash } = location
const address = pathname + search

function go() {
  try {
    if (hash) sessionStorage.setItem('atrium.fragment', JSON.stringify({ address, hash }))
  } catch {
    // Storage is switched off in this browser: the user returns to the address without its fragment.
  }
  location.replace(`/auth/sign-in?return=${encodeURIComponent(address)}`)
}

if (document.visibilityState === 'visible') go()
else document.addEventListener('visibilitychange', go, { once: true })
