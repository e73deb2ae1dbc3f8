// Takes the typed address along to the page that resets the password.
const forgotten = document.getElementById('forgotten')
forgotten?.addEventListener('click', () => {
  const { value } = document.getElementById('username')
  const address = new URL(forgotten.href)
  if (value.trim()) address.searchParams.set('login_hint', value.trim())
  forgotten.href = address.href
})

// Offers to sign in with a passkey if the browser supports it. The page's own form sends the response.
const button = document.getElementById('passkey')
const problem = document.getElementById('passkey-problem')
const RENEW_AFTER_MS = 300_000 // a challenge is valid for twice as long
let offer = new AbortController()

if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  button.hidden = false
  button.addEventListener('click', () => {
    problem.hidden = true
    offer.abort() // a browser asks for one passkey at a time
    signIn({}).catch(() => {
      problem.hidden = false
      void offerInField()
    })
  })
  void offerInField()
}

/** The browser suggests passkeys in the email field. If that fails, the page shows nothing. */
async function offerInField() {
  offer = new AbortController()
  const signal = AbortSignal.any([offer.signal, AbortSignal.timeout(RENEW_AFTER_MS)])
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  signIn({ mediation: 'conditional', signal }).catch(() => {
    if (signal.reason?.name === 'TimeoutError') void offerInField()
  })
}

async function signIn(way) {
  const form = button.form
  const reply = await fetch('/auth/login/passkey/options', { method: 'POST' })
  if (!reply.ok) throw new Error(`No challenge: ${reply.status}`)
  const { options, challenge_token } = (await reply.json()).data
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey, ...way })
  form.elements.passkey_challenge.value = challenge_token
  form.elements.passkey_response.value = JSON.stringify(credential)
  form.submit()
}
