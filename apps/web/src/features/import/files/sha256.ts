/** SHA-256 (FIPS 180-4, 6.2): pages over plain HTTP have no `crypto.subtle`. */
export function sha256(content: ArrayBuffer) {
  const state = rootsOf(8, 1 / 2)
  const message = padded(content)
  const words = new Uint32Array(64)
  for (let at = 0; at < message.byteLength; at += 64) {
    for (let index = 0; index < 16; index++) words[index] = message.getUint32(at + index * 4)
    addBlock(state, words)
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) hash.setUint32(index * 4, word)
  return new Uint8Array(hash.buffer)
}

/** Followed by a single 1, zeros, and the length in bits, up to a multiple of 64 bytes. */
function padded(content: ArrayBuffer) {
  const bytes = new Uint8Array(Math.ceil((content.byteLength + 9) / 64) * 64)
  bytes.set(new Uint8Array(content))
  bytes[content.byteLength] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(bytes.byteLength - 8, BigInt(content.byteLength) * 8n)
  return view
}

const constants = rootsOf(64, 1 / 3)

function addBlock(state: Uint32Array, words: Uint32Array) {
  const word = (index: number) => words[index] as number
  for (let index = 16; index < 64; index++) {
    const [early, late] = [word(index - 15), word(index - 2)]
    const mixedEarly = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const mixedLate = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[index] = word(index - 16) + mixedEarly + word(index - 7) + mixedLate
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const mixedE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const mixedA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const added = h + mixedE + choice + (constants[index] as number) + word(index)
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + added) >>> 0, c, b, a, (added + mixedA + majority) >>> 0]
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
    state[index] = (state[index] as number) + value
}

function turned(word: number, bits: number) {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 32 bits of the fractions of roots of the first primes. */
function rootsOf(count: number, exponent: number) {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++)
    if (primes.every(prime => number % prime !== 0)) primes.push(number)
  return Uint32Array.from(primes, prime => (prime ** exponent % 1) * 2 ** 32)
}
