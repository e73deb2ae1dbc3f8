import { DEVICE_CODE } from '../clients/client.contract.ts'
import type { ClientDocument } from './client-document.ts'

interface BundledDocument extends ClientDocument {
  clientId: string
}

/**
 * When these copies were last compared with published ones. The sources are the documents themselves, as quoted in public
 * reports of people who implement authorization servers and in issues of the products.
 */
export const BUNDLED_ON = '2026-09-24'

const signIn = ['authorization_code', 'refresh_token']

/**
 * Copies of the documents of well-known programs, used while the original cannot be read: without internet access, or
 * because its host turns servers away.
 */
export const bundledDocuments: readonly BundledDocument[] = [
  {
    clientId: 'https://chatgpt.com/oauth/client.json',
    name: 'ChatGPT',
    redirectUris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    grantTypes: signIn,
  },
  {
    clientId: 'https://chatgpt.com/oauth/codex/client.json',
    name: 'Codex',
    redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
    grantTypes: signIn,
  },
  {
    clientId: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    name: 'Claude',
    redirectUris: ['https://claude.ai/api/mcp/auth_callback'],
    grantTypes: signIn,
  },
  {
    clientId: 'https://claude.ai/oauth/claude-code-client-metadata',
    name: 'Claude Code',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    grantTypes: signIn,
  },
  {
    clientId: 'https://opencode.ai/oauth/opencode/client.json',
    name: 'OpenCode',
    redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
    grantTypes: signIn,
  },
  {
    clientId: 'https://vscode.dev/oauth/client-metadata.json',
    name: 'Visual Studio Code',
    redirectUris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
    grantTypes: [...signIn, DEVICE_CODE],
  },
  {
    clientId: 'https://zed.dev/oauth/client-metadata.json',
    name: 'Zed',
    redirectUris: ['http://127.0.0.1/callback'],
    grantTypes: signIn,
  },
]

export function findBundledDocument(address: string) {
  return bundledDocuments.find(({ clientId }) => clientId === address)
}

/** The documents of a host, for lists. */
export function bundledDocumentsOf(host: string) {
  return bundledDocuments.filter(({ clientId }) => new URL(clientId).host === host)
}
