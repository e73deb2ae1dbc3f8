import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:http'
import { after } from 'node:test'

/** Follows redirects and keeps cookies, by host. It sends what a browser sends, and unlike `fetch` no Sec-Fetch headers. */
export function createBrowser() {
  const cookies = new Map<string, string>()
  return {
    async open(address: string, form?: Record<string, string>): Promise<string> {
      const { host, origin } = new URL(address)
      const headers = { accept: 'text/html', origin, cookie: cookieHeader(host) }
      const { body, location, setCookies } = await send(address, headers, form)
      for (const cookie of setCookies) {
        const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
        if (value) cookies.set(`${host} ${name}`, value)
        else cookies.delete(`${host} ${name}`)
      }
      return location ? this.open(new URL(location, address).href) : body
    },
  }

  function cookieHeader(host: string) {
    const own = [...cookies].filter(([key]) => key.startsWith(`${host} `))
    return own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ')
  }
}

interface Answer {
  body: string
  location: string | undefined
  setCookies: string[]
}

function send(address: string, headers: Record<string, string>, form?: Record<string, string>) {
  return new Promise<Answer>((resolve, reject) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const options = form ? { method: 'POST', headers: { ...headers, ...type } } : { headers }
    const sent = request(address, options, async response => {
      let body = ''
      for await (const chunk of response) body += chunk
      const { location, 'set-cookie': setCookies = [] } = response.headers
      resolve({ body, location, setCookies })
    })
    sent.on('error', reject)
    sent.end(form && String(new URLSearchParams(form)))
  })
}

/** The hidden fields of the form on a page of ours. */
export function hiddenFields(page: string): Record<string, string> {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)]))
}

function unescaped(text: string) {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** Starts a program that ends with the test. */
export function startProgram(program: string, words: string[], env = process.env) {
  const child: ChildProcess = spawn(program, words, {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  after(() => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid)
  })
  return { process: child, output: () => output }
}

export function isAnswering(address: string) {
  return fetch(address, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}
