/** Returns the addresses of a typed or pasted list once each, also from `Nina Sample <nina@example.org>`. */
export function emailAddressesIn(text: string): string[] {
  const addresses = text
    .split(/[\n,;]+/)
    .flatMap(part => /<([^<>]*)>/.exec(part)?.[1]?.trim() ?? part.trim().split(/\s+/))
    .filter(Boolean)
  return [...new Map(addresses.map(address => [address.toLowerCase(), address])).values()]
}
