import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET, PORT = '3000' } = process.env
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
const received = new Set() // the ids of messages; use a store that outlives the process

createServer(async (request, response) => {
  const body = await readBody(request)
  if (!isSigned(request.headers, body)) return response.writeHead(401).end()
  const id = request.headers['webhook-id']
  if (!received.has(id)) {
    received.add(id)
    handle(JSON.parse(body))
  }
  response.writeHead(204).end()
}).listen(Number(PORT), '127.0.0.1')

function handle({ type, data }) {
  console.log(
    type,
    data.task?.key,
    data.task?.title,
    'by',
    data.actor?.name ?? 'Atrium',
  )
}

/** Whether Atrium has sent this body within the last five minutes. */
function isSigned(headers, body) {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures = '',
  } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const expected = createHmac('sha256', key)
    .update(`${id}.${timestamp}.${body}`)
    .digest()
  // After a rotation of the secret, there is a signature with each of the two.
  return signatures.split(' ').some(signature => {
    const [version, text = ''] = signature.split(',')
    const given = Buffer.from(text, 'base64')
    return (
      version === 'v1' &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    )
  })
}

async function readBody(request) {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request) body += chunk
  return body
}
