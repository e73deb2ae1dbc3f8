type PluralStem<Key> = Key extends `${infer Stem}_one` ? Stem : never

/**
 * The Russian counterpart of an English message tree: the same keys, and for every `…_one` the forms
 * `…_few` and `…_many` that English does without. A missing key is a type error.
 */
export type Russian<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Russian<English[Key]>
} & {
  [Stem in PluralStem<keyof English> as `${Stem}_few` | `${Stem}_many`]: string
}
