import { defineErrors, textOf } from '@atrium/core/catalogue'
import { ValidationFailed } from '@atrium/core/errors'

/** Why an address is refused; `network` names the network that it leads to. */
export type Refusal =
  | { why: 'malformed' | 'user_info' | 'plain_http' | 'own_address' }
  | { why: 'reserved_network'; network: string }

const en = {
  malformed: () => 'it is not a valid https:// address.',
  user_info: () => 'it contains a user name or a password, and OUTBOUND_ALLOW does not change that.',
  plain_http: () => 'use https://; http:// is for networks and hosts that OUTBOUND_ALLOW lists.',
  own_address: () => 'it is an address of Atrium itself, which OUTBOUND_ALLOW cannot allow.',
  reserved_network: (network = '') =>
    `it leads to the private or reserved network ${network}. If that is intended, the operator can allow the host or its network with OUTBOUND_ALLOW.`,
}

const ru: typeof en = {
  malformed: () => 'это не корректный адрес https://.',
  user_info: () => 'в нём указаны имя пользователя или пароль, и OUTBOUND_ALLOW этого не меняет.',
  plain_http: () => 'нужен https://; http:// допустим только для сетей и узлов из OUTBOUND_ALLOW.',
  own_address: () => 'это адрес самого Atrium, разрешить его через OUTBOUND_ALLOW нельзя.',
  reserved_network: (network = '') =>
    `он ведёт в частную или зарезервированную сеть ${network}. Если так и задумано, оператор может разрешить узел или сеть в OUTBOUND_ALLOW.`,
}

type Params = Refusal & { host: string }

export const outboundErrors = defineErrors({
  outbound_address_refused: {
    status: 422,
    en: (params: Params) => `Atrium does not send requests to ${params.host}: ${sentence(en, params)}`,
    ru: (params: Params) => `Atrium не отправляет запросы на ${params.host}: ${sentence(ru, params)}`,
  },
})

function sentence(texts: typeof en, params: Params) {
  const { why } = params
  return (texts[why] ?? texts.malformed)('network' in params ? params.network : undefined)
}

const CODE = 'outbound_address_refused'

/** The refusal of an address; for one that is being saved, `field` says where it was typed. */
export class OutboundAddressRefused extends ValidationFailed {
  override readonly code = CODE

  constructor(params: Params, field?: string) {
    super(field ? { [field]: { code: CODE, ...params } } : {}, params)
    this.message = textOf(outboundErrors, 'en', CODE, params)
  }
}
