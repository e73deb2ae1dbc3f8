import { connectRedis } from '@atrium/events/redis'
import { createMailer } from '@atrium/mail/mailer'
import { findFullestDisk, openExistingStorage, openStorage } from '@atrium/storage/open-storage'
import type { Storage } from '@atrium/storage/storage'
import { type FileRecord, inEachDatabase, sampleFileRecords } from '../files/file-records.ts'
import { describeStore } from '../files/store-address.ts'
import { type Examined, type Finding, failure, ok, reasonOf, warning } from './finding.ts'

/** Times the space below which changes are refused. */
const PLENTY = 4
const REDIS_TIMEOUT_MS = 5000
/** From the beginning, the end and somewhere between, of each service. */
const SAMPLED_FILES = 10

export async function checkDisk({ identity }: Examined): Promise<Finding[]> {
  const disk = identity && (await findFullestDisk(identity))
  if (!disk) return []
  const megabytes = Math.floor(disk.bytes / 2 ** 20)
  const message = `${megabytes} MB are free on the disk of ${disk.folder}.`
  const advice = 'Delete old backups and logs, or enlarge the disk: changes are refused when it is full.'
  if (megabytes < identity.DISK_MIN_FREE_MB) return [failure('disk', message, advice)]
  return [
    megabytes < PLENTY * identity.DISK_MIN_FREE_MB ? warning('disk', message, advice) : ok('disk', message),
  ]
}

export async function checkFiles(examined: Examined): Promise<Finding[]> {
  const { identity } = examined
  if (!identity) return []
  const place = describeStore(identity.STORAGE_URL)
  try {
    const storage = await openStorage(identity.STORAGE_URL)
    await storage.check()
    return [ok('files', `Files can be stored in ${place}.`), ...(await findMissingFiles(examined, storage))]
  } catch (error) {
    const message = `Files cannot be stored in ${place}: ${reasonOf(error)}.`
    return [failure('files', message, 'Check STORAGE_URL and the permissions there.')]
  }
}

/** Looks for the content of some files only: a store may have millions. */
async function findMissingFiles({ installation, identity }: Examined, storage: Storage): Promise<Finding[]> {
  const samples = await inEachDatabase(installation, (client, service) =>
    sampleFileRecords(client, service, SAMPLED_FILES),
  ).catch(() => []) // the checks of the databases say why they cannot be read
  const records = samples.flat()
  const missing = await filterMissing(storage, records)
  const previous = identity?.STORAGE_PREVIOUS_URL
  if (missing.length === 0)
    return previous
      ? [
          warning(
            'files',
            `Files are still looked for in ${describeStore(previous)}.`,
            'Run `atrium files:move`, which says when STORAGE_PREVIOUS_URL can be removed.',
          ),
        ]
      : []
  const message = `${missing.length} of ${records.length} files that were looked for are not in ${describeStore(String(identity?.STORAGE_URL))}.`
  if (previous && (await holdsAll(previous, missing)))
    return [warning('files', message, 'Run `atrium files:move` to move them there.')]
  return [
    failure(
      'files',
      message,
      'If STORAGE_URL was changed, run `atrium files:move --from OLD_STORAGE_URL`; otherwise restore them from a backup.',
    ),
  ]
}

async function holdsAll(url: string, records: FileRecord[]) {
  try {
    const storage = await openExistingStorage(url, 'STORAGE_PREVIOUS_URL')
    return (await filterMissing(storage, records)).length === 0
  } catch {
    return false
  }
}

async function filterMissing(storage: Storage, records: FileRecord[]) {
  const sizes = await Promise.all(records.map(({ key }) => storage.sizeOf(key)))
  return records.filter((_, index) => sizes[index] === undefined)
}

export async function checkEvents({ identity }: Examined): Promise<Finding[]> {
  if (!identity?.EVENTS_URL) return [ok('events', 'PostgreSQL carries the events between instances.')]
  const place = placeOf(identity.EVENTS_URL)
  const redis = connectRedis(identity.EVENTS_URL, REDIS_TIMEOUT_MS, () => {})
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve)
      redis.once('error', reject)
    })
    await redis.ping()
    return [ok('events', `Redis at ${place} answers.`)]
  } catch (error) {
    const message = `Redis at ${place} does not answer: ${reasonOf(error)}.`
    return [
      failure('events', message, 'Start it, or check EVENTS_URL; without it, boards do not update live.'),
    ]
  } finally {
    redis.disconnect()
  }
}

/** Sends one if there is a recipient. */
export async function checkMail({ identity, recipient }: Examined): Promise<Finding[]> {
  if (!identity) return []
  const { MAIL_URL, MAIL_FROM } = identity
  const isFile = MAIL_URL.startsWith('file:')
  const findings: Finding[] = []
  if (isFile) {
    const message = `Emails are not sent but written to ${MAIL_URL.slice('file:'.length)}.`
    findings.push(
      warning('mail', message, 'Set MAIL_URL=smtp://… so that invitations and password resets arrive.'),
    )
  } else if (/@localhost>?$/.test(MAIL_FROM)) {
    findings.push(
      warning(
        'mail',
        `The sender is ${MAIL_FROM}.`,
        'Set MAIL_FROM to an address that your mail server accepts.',
      ),
    )
  }
  if (!recipient) {
    if (isFile) return findings
    return [
      ...findings,
      warning('mail', 'No email was sent.', 'Run `atrium doctor --mail YOU@EXAMPLE.ORG` to send one.'),
    ]
  }
  return [...findings, await sendTestEmail(identity, recipient)]
}

async function sendTestEmail(settings: NonNullable<Examined['identity']>, to: string): Promise<Finding> {
  const text = `This email shows that Atrium at ${settings.IDENTITY_URL} can send emails.`
  try {
    await createMailer(settings)({ to, subject: 'Atrium can send emails', text, html: `<p>${text}</p>` })
    return ok(
      'mail',
      `The mail server accepted an email to ${to}; check that it arrives, also in the spam folder.`,
    )
  } catch (error) {
    const message = `No email could be sent to ${to}: ${reasonOf(error)}.`
    return failure('mail', message, 'Check MAIL_URL (host, port, user, password) and MAIL_FROM.')
  }
}

/** Without user and password. */
function placeOf(url: string) {
  const { host, pathname } = new URL(url)
  return host + pathname.replace(/\/$/, '')
}
