interface Texts {
  readonly [key: string]: string | Texts
}

/** Returns texts with the name of the product in the place of `{product}`. */
export function withProduct(texts: Texts, product: string): Texts {
  const filled = (Array.isArray(texts) ? [] : {}) as Record<string, string | Texts>
  for (const [key, text] of Object.entries(texts))
    filled[key] =
      typeof text === 'string' ? text.replaceAll('{product}', () => product) : withProduct(text, product)
  return filled
}
