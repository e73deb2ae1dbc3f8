export default {
  errors: {
    outbound_address_refused:
      'Atrium does not send requests to {host}: {why, select, user_info {it contains a user name or a password, and OUTBOUND_ALLOW does not change that.} plain_http {use https://; http:// is for networks and hosts that OUTBOUND_ALLOW lists.} own_address {it is an address of Atrium itself, which OUTBOUND_ALLOW cannot allow.} reserved_network {it leads to the private or reserved network {network}. If that is intended, the operator can allow the host or its network with OUTBOUND_ALLOW.} other {it is not a valid https:// address.}}',
  },
} as const
