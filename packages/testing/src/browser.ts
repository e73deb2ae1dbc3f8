import { request } from 'node:http'

/**
 * Follows redirects and keeps cookies, by host. It sends what a browser sends, and unlike `fetch` no Sec-Fetch headers.
 * `onAnswer` gets the status of every answer with its address.
 */
export function createBrowser(onAnswer?: (status: number, address: string) => void) {
  const cookies = new Map<string, string>()
  return {
    /** What it sends to the host of this address. */
    cookiesFor: (address: string) => cookieHeader(new URL(address).host),
    keepCookies,
    async open(address: string, form?: Record<string, string>): Promise<string> {
      const { host, origin } = new URL(address)
      const headers = { accept: 'text/html', origin, cookie: cookieHeader(host) }
      const { status, body, location, setCookies } = await send(address, headers, form)
      onAnswer?.(status, address)
      keepCookies(address, setCookies)
      return location ? this.open(new URL(location, address).href) : body
    },
  }

  /** Takes over the `Set-Cookie` headers of an answer. */
  function keepCookies(address: string, setCookies: string[]) {
    const { host } = new URL(address)
    for (const cookie of setCookies) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
      if (value) cookies.set(`${host} ${name}`, value)
      else cookies.delete(`${host} ${name}`)
    }
  }

  function cookieHeader(host: string) {
    const own = [...cookies].filter(([key]) => key.startsWith(`${host} `))
    return own.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ')
  }
}

interface Answer {
  status: number
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
      resolve({ status: response.statusCode ?? 0, body, location, setCookies })
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
