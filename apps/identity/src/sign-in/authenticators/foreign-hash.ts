import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { verify as verifyArgon2 } from '@node-rs/argon2'

/** What keeps a password hash of another program from being taken over: codes of a field error. */
export type HashProblem =
  | 'password_hash_unknown'
  | 'password_hash_unsalted'
  | 'password_hash_too_costly'
  | 'password_hash_unreadable'

/** One form in which other programs store passwords; `text` always matches `pattern`. */
interface HashKind {
  pattern: RegExp
  isTooCostly: (parts: string[]) => boolean
  verify: (parts: string[], password: string, text: string) => Promise<boolean>
}

// A sign-in must not occupy a core for more than about a second or take more than 128 MiB.
const MOST_BCRYPT_ROUNDS = 14
const MOST_ITERATIONS = 2_000_000
const MOST_SCRYPT_BLOCKS = 2 ** 20 // N · r of N = 2^17 and r = 8
const MOST_ARGON2_KIB = 65_536
const MOST_ARGON2_PASSES = 10

const deriveScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt)
const derivePbkdf2 = promisify(pbkdf2)

const argon2Kind: HashKind = {
  pattern: /^(?:argon2)?\$argon2(?:id|i|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{11,}\$[\w+/]{16,}$/,
  isTooCostly: ([memory, passes, lanes]) =>
    Number(memory) > MOST_ARGON2_KIB || Number(passes) > MOST_ARGON2_PASSES || Number(lanes) > 16,
  verify: (_parts, password, text) => verifyArgon2(text.replace(/^argon2(?=\$)/, ''), password),
}

const bcryptKind: HashKind = {
  pattern: /^(?:bcrypt\$|\{CRYPT\})?\$2[aby]?\$(\d\d)\$[\w./]{53}$/i,
  isTooCostly: ([rounds]) => Number(rounds) > MOST_BCRYPT_ROUNDS,
  verify: (_parts, password, text) => verifyBcrypt(text.slice(text.search(/\$2[aby]?\$\d\d\$/)), password),
}

/** Django's, for passwords of any length: what bcrypt hashes is a digest. */
const djangoBcryptKind: HashKind = {
  pattern: /^bcrypt_sha256\$(\$2[aby]\$(\d\d)\$[\w./]{53})$/,
  isTooCostly: ([, rounds]) => Number(rounds) > MOST_BCRYPT_ROUNDS,
  verify: ([hash = ''], password) => verifyBcrypt(hash, createHash('sha256').update(password).digest('hex')),
}

const scryptKind: HashKind = {
  pattern: /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/.]+)=*\$([\w+/.]+)=*$/,
  isTooCostly: ([log, r, p]) => isScryptTooCostly(2 ** Number(log), Number(r), Number(p)),
  verify: ([log, r, p, salt = '', hash = ''], password) =>
    verifyScrypt(password, bytesOf(salt), bytesOf(hash), {
      N: 2 ** Number(log),
      r: Number(r),
      p: Number(p),
    }),
}

const djangoScryptKind: HashKind = {
  pattern: /^scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([\w+/]+)=*$/,
  isTooCostly: ([n, , r, p]) => isScryptTooCostly(Number(n), Number(r), Number(p)),
  verify: ([n, salt = '', r, p, hash = ''], password) =>
    verifyScrypt(password, Buffer.from(salt), bytesOf(hash), { N: Number(n), r: Number(r), p: Number(p) }),
}

const pbkdf2Kind: HashKind = {
  pattern: /^\$pbkdf2(-sha1|-sha256|-sha512)?\$(?:i=)?(\d+)(?:,l=\d+)?\$([\w+/.]+)=*\$([\w+/.]+)=*$/,
  isTooCostly: ([, iterations]) => Number(iterations) > MOST_ITERATIONS,
  verify: ([digest = '-sha1', iterations, salt = '', hash = ''], password) =>
    verifyPbkdf2(password, bytesOf(salt), bytesOf(hash), {
      digest: digest.slice(1),
      iterations: Number(iterations),
    }),
}

const djangoPbkdf2Kind: HashKind = {
  pattern: /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([\w+/]+)=*$/,
  isTooCostly: ([, iterations]) => Number(iterations) > MOST_ITERATIONS,
  verify: ([digest = '', iterations, salt = '', hash = ''], password) =>
    verifyPbkdf2(password, Buffer.from(salt), bytesOf(hash), { digest, iterations: Number(iterations) }),
}

const digestBytes: Record<string, number> = { '': 20, '256': 32, '384': 48, '512': 64 }

/** Directories': a digest of the password and the salt, followed by the salt. */
const directoryKind: HashKind = {
  pattern: /^\{SSHA(|256|384|512)\}([\w+/]+=*)$/i,
  isTooCostly: () => false,
  verify: async ([size = '', content = ''], password) => {
    const bytes = bytesOf(content)
    const length = digestBytes[size] ?? 0
    const digest = createHash(size ? `sha${size}` : 'sha1')
      .update(password)
      .update(bytes.subarray(length))
    return timingSafeEqual(digest.digest(), bytes.subarray(0, length))
  },
}

/** Adding a kind of hash takes an entry here. */
const kinds = [
  argon2Kind,
  bcryptKind,
  djangoBcryptKind,
  scryptKind,
  djangoScryptKind,
  pbkdf2Kind,
  djangoPbkdf2Kind,
  directoryKind,
]

// Plain digests as hexadecimal text, those of directories, of Django, and of crypt without a salt.
const UNSALTED =
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}|\{(?:MD5|SHA|SHA256|SHA384|SHA512|CLEARTEXT)\}.*|(?:unsalted_)?(?:md5|sha1)\$\$.*|md5\$[0-9a-f]{32})$/i
const KNOWN = /^(?:\$argon2|argon2\$|bcrypt|\$2|scrypt|\$scrypt|\$pbkdf2|pbkdf2|\{SSHA|\{CRYPT\}\$2)/i

/** What speaks against storing a hash of another program; undefined if a sign-in can verify it. */
export function findHashProblem(text: string): HashProblem | undefined {
  if (UNSALTED.test(text)) return 'password_hash_unsalted'
  const kind = kinds.find(({ pattern }) => pattern.test(text))
  if (!kind) return KNOWN.test(text) ? 'password_hash_unreadable' : 'password_hash_unknown'
  if (kind === directoryKind && !hasSalt(text)) return 'password_hash_unsalted'
  return kind.isTooCostly(partsOf(kind, text)) ? 'password_hash_too_costly' : undefined
}

function hasSalt(text: string) {
  const [size = '', content = ''] = partsOf(directoryKind, text)
  return bytesOf(content).length > (digestBytes[size] ?? 0)
}

/** Call only inside `inTurn` of the password hasher. */
export async function verifyForeignHash(text: string, password: string) {
  const kind = kinds.find(({ pattern }) => pattern.test(text))
  return kind ? kind.verify(partsOf(kind, text), password, text) : false
}

function partsOf({ pattern }: HashKind, text: string) {
  return (pattern.exec(text) ?? []).slice(1)
}

/** Some programs write `.` for `+` in base64. */
function bytesOf(base64: string) {
  return Buffer.from(base64.replaceAll('.', '+'), 'base64')
}

function isScryptTooCostly(n: number, r: number, p: number) {
  const isValid = Number.isInteger(Math.log2(n)) && n > 1 && r > 0 && p > 0
  return !isValid || n * r > MOST_SCRYPT_BLOCKS || p > 16 || n * r * p > 4 * MOST_SCRYPT_BLOCKS
}

async function verifyScrypt(
  password: string,
  salt: Buffer,
  expected: Buffer,
  cost: { N: number; r: number; p: number },
) {
  const maxmem = 256 * cost.N * cost.r + 2 ** 20
  return timingSafeEqual(await deriveScrypt(password, salt, expected.length, { ...cost, maxmem }), expected)
}

async function verifyPbkdf2(
  password: string,
  salt: Buffer,
  expected: Buffer,
  { digest, iterations }: { digest: string; iterations: number },
) {
  return timingSafeEqual(await derivePbkdf2(password, salt, iterations, expected.length, digest), expected)
}

/** In a thread of its own, since it computes in JavaScript. It happens once per user: then the hash is replaced. */
function verifyBcrypt(hash: string, password: string) {
  return new Promise<boolean>((resolve, reject) => {
    const thread = new Worker(new URL('./bcrypt-thread.ts', import.meta.url), {
      workerData: { hash: hash.replace(/^\$2y?\$/, '$2b$'), password },
    })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('the thread that verifies a bcrypt hash has ended')))
  })
}
