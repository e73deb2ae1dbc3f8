// Shows how strong the password is while the user types. The server applies the same rule to the form.
const password = document.getElementById('password')
const meter = document.getElementById('strength')
const [bar, label, hint] = meter?.children ?? []
const PAUSE_MS = 400
let pause
let turn = 0

if (meter && password) {
  const { form } = password
  const texts = JSON.parse(meter.dataset.texts)
  for (const name of ['password', 'email', 'phone', 'name', 'surname'])
    form.elements[name]?.addEventListener('input', () => {
      clearTimeout(pause)
      pause = setTimeout(() => void measure(form, texts), PAUSE_MS)
    })
  if (password.value) void measure(form, texts)
}

async function measure(form, texts) {
  turn += 1
  const own = turn
  const { email, username = email, phone, name, surname } = form.elements
  password.setCustomValidity('')
  if (password.value === '') {
    meter.hidden = true
    return
  }
  const fields = Object.entries({ password, email: username, phone, name, surname })
  const body = JSON.stringify(Object.fromEntries(fields.map(([key, input]) => [key, input?.value])))
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch('/auth/password-strength', { method: 'POST', headers, body }).catch(
    () => undefined,
  )
  if (own !== turn) return
  // Without an answer, the server still checks the form.
  if (!reply?.ok) {
    meter.hidden = true
    return
  }
  const { score, problem, weakSpots } = (await reply.json()).item
  const level = problem ? 0 : score - 1
  bar.dataset.level = String(level)
  label.textContent = texts.levels[level]
  const advice = adviceOn({ score, problem, weakSpots })
  hint.textContent = advice ? texts.hints[advice] : ''
  meter.hidden = false
  // The browser keeps the form, so that a refused password does not have to be typed again.
  password.setCustomValidity(problem ? texts.hints[problem] : '')
}

/** Says what makes a password weak rather than that it is weak. */
function adviceOn({ score, problem, weakSpots }) {
  if (problem && problem !== 'too_easy_to_guess') return problem
  if (score < 4 && weakSpots.length > 0) return weakSpots[0]
  return problem ?? (score < 3 ? 'longer' : undefined)
}
