import { defineErrors, textOf } from '@atrium/core/catalogue'
import { ValidationFailed } from '@atrium/core/errors'
import { texts } from '@atrium/texts/shared'

/** Why an address is refused; `network` names the network that it leads to. */
export type Refusal =
  | { why: 'malformed' | 'user_info' | 'plain_http' | 'own_address' }
  | { why: 'reserved_network'; network: string }

export const outboundErrors = defineErrors(language => texts(language).outbound.errors, {
  outbound_address_refused: 422,
})

const CODE = 'outbound_address_refused'

/** The refusal of an address; for one that is being saved, `field` says where it was typed. */
export class OutboundAddressRefused extends ValidationFailed {
  override readonly code = CODE

  constructor(params: Refusal & { host: string }, field?: string) {
    super(field ? { [field]: { code: CODE, ...params } } : {}, params)
    this.message = textOf(outboundErrors, 'en', CODE, params)
  }
}
