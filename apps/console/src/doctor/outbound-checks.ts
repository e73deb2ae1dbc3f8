import { openClient } from '@atrium/database/servers'
import { openOutbound } from '@atrium/outbound/outbound'
import { OutboundAddressRefused } from '@atrium/outbound/outbound.errors'
import { directDatabaseUrls } from '../installation.ts'
import { type Examined, type Finding, ok, warning } from './finding.ts'

interface Receiver {
  name: string
  address: string
}

/** Whether the addresses that Atrium sends to by itself may be sent to; they were saved under other settings, perhaps. */
export async function checkOutbound({ identity, installation }: Examined): Promise<Finding[]> {
  if (!identity) return []
  const findings: Finding[] = []
  if (/\/0(,|$)/.test(identity.OUTBOUND_ALLOW ?? '')) {
    const advice = 'List the networks and hosts of your receivers only, such as 10.0.5.0/24,n8n.lan.'
    findings.push(warning('outbound', 'OUTBOUND_ALLOW allows every network.', advice))
  }
  // The checks of the databases say why one cannot be read.
  const receivers = await listReceivers(directDatabaseUrls(installation).identity).catch(() => [])
  if (receivers.length === 0) return findings
  const outbound = openOutbound(identity)
  for (const { name, address } of receivers) {
    try {
      await outbound.check(address, 'backchannelLogoutUri')
    } catch (error) {
      if (!(error instanceof OutboundAddressRefused)) throw error
      const message = `The client ${name} gets no logout tokens. ${error.message}`
      findings.push(
        warning('outbound', message, 'Allow its network or host in OUTBOUND_ALLOW, or correct its address.'),
      )
    }
  }
  const isFine = findings.length === 0
  return isFine ? [ok('outbound', 'The back-channel logout URIs of all clients are allowed.')] : findings
}

async function listReceivers(databaseUrl: string): Promise<Receiver[]> {
  const client = await openClient(databaseUrl, { statement_timeout: 10_000 })
  try {
    const { rows } = await client.query(`select name, backchannel_logout_uri as address from clients
      where is_active and backchannel_logout_uri is not null order by id`)
    return rows
  } finally {
    await client.end()
  }
}
