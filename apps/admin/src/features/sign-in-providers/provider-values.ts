import type { NewSignInProvider, SignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'

type Known = Partial<Omit<SignInProvider, 'id' | 'callbackUrl' | 'createdAt' | 'updatedAt'>>

/** The connection settings of every kind as a form has them: lists are one per line, and empty means not set. */
export function valuesOf(provider: Known) {
  return {
    name: provider.name ?? '',
    icon: provider.icon ?? '',
    issuer: provider.issuer ?? '',
    clientId: provider.clientId ?? '',
    clientSecret: '',
    scopes: provider.scopes ?? '',
    ...addressesOf(provider),
    ...attributesOf(provider),
  }
}

function addressesOf(provider: Known) {
  return {
    urls: provider.urls?.join('\n') ?? '',
    allowsPlainText: provider.allowsPlainText ?? false,
    certificateAuthority: provider.certificateAuthority ?? '',
    bindDn: provider.bindDn ?? '',
    bindPassword: '',
    baseDn: provider.baseDn ?? '',
    groupBaseDn: provider.groupBaseDn ?? '',
    syncMinutes: provider.syncMinutes ?? 15,
  }
}

function attributesOf(provider: Known) {
  const [firstNameAttribute = 'givenName', lastNameAttribute = 'sn'] = provider.nameAttributes ?? []
  return {
    userFilter: provider.userFilter ?? '',
    groupFilter: provider.groupFilter ?? '',
    idAttribute: provider.idAttribute ?? 'entryUUID',
    emailAttribute: provider.emailAttribute ?? 'mail',
    firstNameAttribute,
    lastNameAttribute,
  }
}

export type ConnectionValues = ReturnType<typeof valuesOf>

/** What the server gets. A secret that was not typed is not sent, so that the stored one stays. */
export function connectionOf(kind: SignInProvider['kind'], values: ConnectionValues) {
  const common = { name: values.name.trim(), icon: values.icon.trim() || null }
  return kind === 'ldap'
    ? { ...common, ...directoryOf(values) }
    : {
        ...common,
        ...(values.issuer.trim() && { issuer: values.issuer.trim() }),
        clientId: values.clientId.trim(),
        ...(values.clientSecret && { clientSecret: values.clientSecret }),
        ...(values.scopes.trim() && { scopes: values.scopes.trim() }),
      }
}

function directoryOf(values: ConnectionValues): Partial<NewSignInProvider> {
  return {
    urls: values.urls.split(/\s+/).filter(Boolean),
    allowsPlainText: values.allowsPlainText,
    certificateAuthority: values.certificateAuthority.trim() || null,
    bindDn: values.bindDn.trim() || null,
    ...(values.bindPassword && { bindPassword: values.bindPassword }),
    baseDn: values.baseDn.trim(),
    userFilter: values.userFilter.trim(),
    idAttribute: values.idAttribute.trim(),
    emailAttribute: values.emailAttribute.trim(),
    nameAttributes: [values.firstNameAttribute.trim(), values.lastNameAttribute.trim()],
    groupBaseDn: values.groupBaseDn.trim() || null,
    groupFilter: values.groupFilter.trim(),
    syncMinutes: Number(values.syncMinutes),
  }
}
