const rememberedAs = 'atrium.reloaded-to-sign-in'
const pauseMs = 10_000

/** The server answers a reload with its sign-in page. If that did not help just now, the error is shown instead. */
export function reloadToSignIn() {
  const last = Number(sessionStorage.getItem(rememberedAs) ?? 0)
  if (Date.now() - last < pauseMs) return
  sessionStorage.setItem(rememberedAs, String(Date.now()))
  window.location.reload()
}
