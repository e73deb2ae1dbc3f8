import { randomInt } from 'node:crypto'

/** Consonants that are hard to mistake for each other and spell no words (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

export function randomUserCode() {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** `WDJB-MJHT`, as people read it. */
export function readableUserCode(code: string) {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** The stored form of what was typed; undefined if it cannot be a code. */
export function parseUserCode(typed = '') {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return code.length === LENGTH && [...code].every(letter => LETTERS.includes(letter)) ? code : undefined
}
