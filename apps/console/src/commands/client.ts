import { readFile } from 'node:fs/promises'
import { StartRefused, ValidationFailed } from '@atrium/core/errors'
import { compileRecordCheck } from '@atrium/core/validation'
import type { Deps } from '@atrium/identity/deps'
import {
  createClient,
  rotateClientSecret,
  setClientActive,
  trustClient,
} from '@atrium/identity/oauth/clients/client.commands'
import { NewClient } from '@atrium/identity/oauth/clients/client.contract'
import { asksForConsent, findClient, listClients } from '@atrium/identity/oauth/clients/client.queries'
import { replaceClientClaims } from '@atrium/identity/oauth/clients/client-claim.commands'
import { ClientClaims } from '@atrium/identity/oauth/clients/client-claim.contract'
import { isUnencrypted } from '@atrium/identity/oauth/clients/redirect-uri'
import { withIdentity } from '../identity-deps.ts'
import type { Command } from './command.ts'

const checkNewClient = compileRecordCheck(NewClient)
const checkClaims = compileRecordCheck(ClientClaims)

export const clientCommands: Record<string, Command> = {
  'client:create': {
    usage:
      '--name N --grant-types "…" --scope "…" [--redirect-uri U]… [--resource U]… [--allow-http-redirect [HOST]]… [--public] [--no-pkce] [--trusted] [--web-origin O]… [--post-logout-redirect-uri U]… [--backchannel-logout-uri U] [--pairwise] [--sector HOST]',
    summary: 'create an OAuth client; its secret is shown once',
    options: {
      name: { type: 'string' },
      'grant-types': { type: 'string' },
      scope: { type: 'string' },
      'redirect-uri': { type: 'string', multiple: true },
      'allow-http-redirect': { type: 'string', multiple: true },
      resource: { type: 'string', multiple: true },
      public: { type: 'boolean' },
      'no-pkce': { type: 'boolean' },
      trusted: { type: 'boolean' },
      'web-origin': { type: 'string', multiple: true },
      'post-logout-redirect-uri': { type: 'string', multiple: true },
      'backchannel-logout-uri': { type: 'string' },
      pairwise: { type: 'boolean' },
      sector: { type: 'string' },
    },
    optionalValues: ['allow-http-redirect'],
    run: async (installation, values, _positionals, report) => {
      const client: Record<string, unknown> = {
        name: values.name,
        grantTypes: values['grant-types'],
        scope: values.scope,
        redirectUris: values['redirect-uri'] ?? [],
        resources: values.resource ?? [],
        isPublic: values.public ?? false,
        ...(values['no-pkce'] ? { requiresPkce: false } : {}),
        webOrigins: values['web-origin'] ?? [],
        postLogoutRedirectUris: values['post-logout-redirect-uri'] ?? [],
        backchannelLogoutUri: values['backchannel-logout-uri'] ?? null,
        ...(values.pairwise ? { subjectType: 'pairwise' } : {}),
        ...(values.sector === undefined ? {} : { sectorIdentifier: values.sector }),
      }
      const errors = checkNewClient(client)
      if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
      const unencrypted = unencryptedAddresses(client as NewClient)
      const httpHosts = allowedHttpHosts(values['allow-http-redirect'] as string[] | undefined, unencrypted)
      const { clientId, clientSecret } = await withIdentity(installation, deps =>
        createClient(deps, client as NewClient, { isTrusted: values.trusted === true, httpHosts }),
      )
      for (const address of unencrypted)
        report(
          `Warning: ${address} is not encrypted. Anyone on that network can read the authorization codes sent there, and sign in with them.`,
        )
      return {
        json: { client_id: clientId, client_secret: clientSecret },
        text: `client_id      ${clientId}\n${clientSecret ? `client_secret  ${clientSecret}   (shown once)` : 'public client, no secret'}`,
      }
    },
  },

  'client:list': {
    usage: '',
    summary: 'list OAuth clients',
    run: async installation => {
      const clients = await withIdentity(installation, ({ db }) => listClients(db))
      const items = clients.map(({ clientSecret, ...client }) => ({
        id: client.id,
        name: client.name,
        client_id: client.clientId,
        redirect_uri: client.redirectUri,
        grant_types: client.grantTypes,
        scope: client.scope,
        resources: client.resources,
        source: client.source,
        is_public: client.isPublic,
        is_active: client.isActive,
        is_trusted: client.isTrusted,
        asks_at_sign_in: asksForConsent(client),
      }))
      const lines = items.map(
        item =>
          `${item.client_id}  ${item.is_active ? 'active  ' : 'disabled'}  ${item.name}  (${item.grant_types})${sourceNotes[item.source]}`,
      )
      return { json: { items }, text: lines.join('\n') }
    },
  },

  'client:disable': switchCommand('disable', false),
  'client:enable': switchCommand('enable', true),

  'client:trust': {
    usage: 'ID',
    summary: 'let signed-in users open the application without asking for their consent',
    takes: ['ID'],
    run: (installation, _values, [id = '']) =>
      withIdentity(installation, async deps => {
        const clientId = await clientIdOf(deps, id)
        await trustClient(deps, clientId)
        return { json: { client_id: clientId, is_trusted: true }, text: `Client ${clientId} is now trusted.` }
      }),
  },

  'client:claims': {
    usage: 'ID [--from FILE]',
    summary: 'print the claims that a client gets, or replace them with a file that has the printed form',
    options: { from: { type: 'string' } },
    takes: ['ID'],
    run: (installation, { from }, [id = '']) =>
      withIdentity(installation, async deps => {
        const clientId = await clientIdOf(deps, id)
        if (typeof from === 'string') {
          const { claims } = await claimsOfFile(from)
          await replaceClientClaims(deps, clientId, claims)
        }
        const json = { claims: (await findClient(deps, clientId))?.claims ?? [] }
        return { json, text: JSON.stringify(json, null, 2) }
      }),
  },

  'client:rotate-secret': {
    usage: 'ID',
    summary: 'replace the secret of a client; the old one stops working immediately',
    takes: ['ID'],
    run: (installation, _values, [id = '']) =>
      withIdentity(installation, async deps => {
        const clientId = await clientIdOf(deps, id)
        const secret = await rotateClientSecret(deps, clientId)
        return {
          json: { client_id: clientId, client_secret: secret },
          text: `client_secret  ${secret}   (shown once)`,
        }
      }),
  },
}

const sourceNotes = {
  administrator: '',
  document: '  by its metadata document',
  registration: '  registered itself',
}

async function claimsOfFile(path: string) {
  const table = readJson(await readFile(path, 'utf8'))
  const errors = checkClaims(table)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  return table as ClientClaims
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartRefused('The file is not JSON')
  }
}

/** Redirect URIs and web origins that leave the machine without encryption. */
function unencryptedAddresses({ redirectUris, postLogoutRedirectUris = [], webOrigins = [] }: NewClient) {
  return [...new Set([...redirectUris, ...postLogoutRedirectUris, ...webOrigins])].filter(isUnencrypted)
}

/** Without a host, `--allow-http-redirect` is about the hosts of this client's own addresses. */
function allowedHttpHosts(named: string[] = [], unencrypted: string[]) {
  return named.flatMap(host => host || unencrypted.map(address => new URL(address).host))
}

function switchCommand(verb: string, isActive: boolean): Command {
  return {
    usage: 'ID',
    summary: isActive ? 'enable a disabled client' : 'disable a client and revoke its tokens',
    takes: ['ID'],
    run: (installation, _values, [id = '']) =>
      withIdentity(installation, async deps => {
        const clientId = await clientIdOf(deps, id)
        await setClientActive(deps, clientId, isActive)
        return {
          json: { client_id: clientId, is_active: isActive },
          text: `Client ${clientId} ${verb}d.`,
        }
      }),
  }
}

/** Accepts a client_id or the ID of the record. */
async function clientIdOf({ db }: Deps, id: string) {
  const clients = await listClients(db)
  const client =
    clients.find(({ clientId }) => clientId === id) ?? clients.find(each => String(each.id) === id)
  if (!client) throw new StartRefused(`The client ${id} was not found`)
  return client.clientId
}
